import type { KeyboardEvent } from "react";

/** Escape in an open list closes the list only: without its default, the browser does not cancel the dialog around it. */
export function holdEscape(event: KeyboardEvent<HTMLElement>): void {
  const isOpen = (event.target as HTMLElement).getAttribute("aria-expanded") === "true";
  if (event.key === "Escape" && isOpen) event.preventDefault();
}

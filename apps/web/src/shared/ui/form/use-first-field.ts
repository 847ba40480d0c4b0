import type { RefObject } from "react";
import { useEffect } from "react";

/** Moves the focus to the first field of a dialog; the browser itself would choose the button that closes it. */
export function useFirstField(place: RefObject<HTMLElement | null>): void {
  // Called by the component around the dialog, so the dialog is open when this runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the dialog opens
  useEffect(() => {
    place.current?.querySelector<HTMLElement>("input:not([hidden]), select, textarea")?.focus();
  }, []);
}

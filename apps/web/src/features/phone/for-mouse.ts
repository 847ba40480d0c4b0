import type { PointerEvent } from "react";

/** Handles the pointer of a mouse only: a finger that is lifted leaves the value it has chosen on screen. */
export const forMouse =
  (handle: () => void) =>
  ({ pointerType }: PointerEvent): void => {
    if (pointerType === "mouse") handle();
  };

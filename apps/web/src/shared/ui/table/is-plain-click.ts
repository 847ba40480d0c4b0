import type { MouseEvent } from "react";

/** Whether a click on a row or card is meant for it as a whole: not for a control in it, nor the end of selecting text. */
export function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = (target as Element).closest("a, button, input, label, select") !== null;
  return !isControl && getSelection()?.isCollapsed !== false;
}

/** Part of the time axis on screen, percent of its length. */
export interface Zoom {
  readonly start: number;
  readonly end: number;
}

export const WHOLE: Zoom = { start: 0, end: 100 };
const MIN_WIDTH = 1;

export const isWhole = ({ start, end }: Zoom): boolean => start <= 0 && end >= 100;
export const canZoomIn = ({ start, end }: Zoom): boolean => end - start > MIN_WIDTH;

/** The part made wider or narrower around its middle, and moved by a share of its width; never beyond the axis. */
export function zoomBy({ start, end }: Zoom, factor: number, move = 0): Zoom {
  const width = Math.min(100, Math.max(MIN_WIDTH, (end - start) * factor));
  const middle = (start + end) / 2 + (end - start) * move;
  const from = Math.min(100 - width, Math.max(0, middle - width / 2));
  return { start: from, end: from + width };
}

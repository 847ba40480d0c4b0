import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSize } from "../../base/theme/size.ts";

/** Pages up to this many rows are rendered whole: fewer than a screen of them cost nothing. */
export const MAX_DRAWN_ROWS = 40;
const SPARE_ROWS = 8;

interface RowsWindow {
  readonly start: number;
  readonly end: number;
  /** Height of a row, px; rows that are not rendered take it as a spacer. */
  readonly rowPx: number;
}

/**
 * Rows of a long page that are visible in its scroll area; only those are rendered. All rows have one height.
 * Another `view` (page, order, filter) begins at the top.
 */
export function useRowsWindow(count: number, isOn: boolean, view: string) {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<RowsWindow>({ start: 0, end: MAX_DRAWN_ROWS, rowPx: 0 });
  const size = useSize();
  const measure = useCallback(() => {
    const area = ref.current;
    const row = area?.querySelector("tbody > tr[data-row]");
    if (area === null || row == null) return;
    const rowPx = row.getBoundingClientRect().height;
    if (rowPx === 0) return;
    const first = Math.floor(area.scrollTop / rowPx);
    // In steps, so that small movements render nothing.
    const start = Math.max(0, Math.floor((first - SPARE_ROWS) / SPARE_ROWS) * SPARE_ROWS);
    const end = start + Math.ceil(area.clientHeight / rowPx / SPARE_ROWS) * SPARE_ROWS + 3 * SPARE_ROWS;
    setShown((before) =>
      before.start === start && before.end === end && before.rowPx === rowPx ? before : { start, end, rowPx },
    );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, and rows of another size, are measured anew
  useLayoutEffect(() => {
    if (isOn) measure();
  }, [isOn, measure, count, size]);
  const viewBefore = useRef(view);
  useLayoutEffect(() => {
    // A page that is shown again keeps its scroll position.
    if (viewBefore.current === view) return;
    viewBefore.current = view;
    ref.current?.scrollTo(0, 0);
  }, [view]);
  useEffect(() => {
    const area = ref.current;
    if (!isOn || area === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    area.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener("scroll", measure);
    };
  }, [isOn, measure]);
  const range = isOn
    ? { ...shown, start: Math.min(shown.start, count), end: Math.min(shown.end, count) }
    : { start: 0, end: count, rowPx: 0 };
  return { ref, range };
}

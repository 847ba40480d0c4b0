import type { ReactNode } from "react";

interface MeasureBarProps {
  readonly value: number;
  readonly max: number;
  readonly median: number | undefined;
  /** The value as text. */
  readonly children: ReactNode;
}

/** A bar up to the highest value, with a line at the median. */
export function MeasureBar({ value, max, median, children }: MeasureBarProps) {
  const toWidth = (part: number) => `${max > 0 ? Math.min(100, Math.max(0, (part / max) * 100)) : 0}%`;
  return (
    <span className="compare-measure">
      <span className="compare-bar" aria-hidden="true">
        <i style={{ width: toWidth(value) }} />
        {median !== undefined && <b style={{ insetInlineStart: toWidth(median) }} />}
      </span>
      {children}
    </span>
  );
}

import type { ReactNode } from "react";
import { lineStyleOf } from "../../../shared/ui/chart/line-style.ts";

interface MeasureBarProps {
  readonly value: number;
  readonly max: number;
  readonly median: number | undefined;
  /** Of its line in the chart; undefined where it is not drawn. */
  readonly styleIndex: number | undefined;
  /** The value as text. */
  readonly children: ReactNode;
}

/** A bar up to the highest value, with a line at the median. */
export function MeasureBar({ value, max, median, styleIndex, children }: MeasureBarProps) {
  const color = styleIndex === undefined ? "text-3" : lineStyleOf(styleIndex).color;
  const toWidth = (part: number) => `${max > 0 ? Math.min(100, Math.max(0, (part / max) * 100)) : 0}%`;
  return (
    <span className="compare-measure">
      <span className="compare-bar" aria-hidden="true">
        <i style={{ width: toWidth(value), background: `var(--${color})` }} />
        {median !== undefined && <b style={{ insetInlineStart: toWidth(median) }} />}
      </span>
      {children}
    </span>
  );
}

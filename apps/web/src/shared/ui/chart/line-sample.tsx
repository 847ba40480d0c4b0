import type { LineStyle } from "./line-style.ts";
import { lineStyleOf } from "./line-style.ts";

const shapes: Readonly<Record<LineStyle["symbol"], string>> = {
  circle: "M16 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8",
  rect: "M12.5 2.5h7v7h-7z",
  triangle: "M16 1.5l4.5 8.5h-9z",
  diamond: "M16 1l5 5-5 5-5-5z",
  triangleDown: "M16 10.5l4.5-8.5h-9z",
};

interface LineSampleProps {
  /** Of the line among those of the chart. */
  readonly index: number;
  readonly hasSymbol?: boolean;
}

/** A line as in the chart, for its key. */
export function LineSample({ index, hasSymbol = false }: LineSampleProps) {
  const { color, dash, symbol } = lineStyleOf(index);
  const paint = `var(--${color})`;
  return (
    <svg className="line-sample" viewBox="0 0 32 12" width="32" height="12" aria-hidden="true">
      <path
        d="M0 6h32"
        style={{ stroke: paint }}
        strokeWidth="2"
        strokeDasharray={dash.join(" ") || undefined}
      />
      {hasSymbol && <path d={shapes[symbol]} style={{ fill: paint }} />}
    </svg>
  );
}

import { lineStyleOf, symbolShapes } from "./line-style.ts";

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
      {hasSymbol && <path d={symbolShapes[symbol]} style={{ fill: paint }} />}
    </svg>
  );
}

/** Colours of the theme that differ in hue or lightness from each other, in both themes. */
const colors = ["amber", "blue", "text", "normal", "fault"] as const;
/** Lengths of dashes and gaps in px; none is a solid line. */
const dashes = [[], [7, 4], [2, 3], [11, 3, 2, 3]] as const;
/** One for each colour, so that lines differ without it, too. */
const symbols = ["circle", "rect", "triangle", "diamond", "triangleDown"] as const;

export interface LineStyle {
  /** Name of its token. */
  readonly color: (typeof colors)[number];
  readonly dash: readonly number[];
  /** Mark at the values of a line with few of them. */
  readonly symbol: (typeof symbols)[number];
}

/** The line of one of several: all colours solid, then with dashes; twenty are different. */
export function lineStyleOf(index: number): LineStyle {
  const [color, dash] = [index % colors.length, Math.floor(index / colors.length) % dashes.length];
  return { color: colors[color]!, dash: dashes[dash]!, symbol: symbols[color]! };
}

/** Paths of the symbols in the middle of a sample of 32 by 12. */
export const symbolShapes: Readonly<Record<LineStyle["symbol"], string>> = {
  circle: "M16 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8",
  rect: "M12.5 2.5h7v7h-7z",
  triangle: "M16 1.5l4.5 8.5h-9z",
  diamond: "M16 1l5 5-5 5-5-5z",
  triangleDown: "M16 10.5l4.5-8.5h-9z",
};

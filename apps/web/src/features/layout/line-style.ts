/** Colours of the theme that differ in hue or lightness from each other, in both themes. */
const colors = ["amber", "blue", "text", "normal", "fault"] as const;
/** Lengths of dashes and gaps in px; none is a solid line. */
const dashes = [[], [7, 4], [2, 3], [11, 3, 2, 3]] as const;

export interface LineStyle {
  /** Name of its token. */
  readonly color: (typeof colors)[number];
  readonly dash: readonly number[];
}

/** The line of a compared unit: all colours solid, then with dashes; twenty are different. */
export function lineStyleOf(index: number): LineStyle {
  const [color, dash] = [index % colors.length, Math.floor(index / colors.length) % dashes.length];
  return { color: colors[color]!, dash: dashes[dash]! };
}

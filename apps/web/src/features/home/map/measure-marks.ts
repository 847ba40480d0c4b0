import { readToken } from "../../../shared/base/theme/read-token.ts";
import type { MarkMeasure } from "./clusters.ts";
import { formatFigures } from "./format-figures.ts";

/** Sizes of `.map-mark` in map.css, in rem: its height, and the padding, status and gap beside the figures. */
const HEIGHT = 2.6;
const BESIDE_FIGURES = 1.2 + 1.2 + 0.4;
const BORDER_PX = 2;

/** Measures marks with the current text size. */
export function measureMarks(tag: string): MarkMeasure {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const context = document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `600 ${Math.max(1.25 * rem, 11.2)}px ${readToken("--font")}`;
  const height = HEIGHT * rem;
  return {
    height,
    widthOf(count, affected) {
      if (count === 1) return height;
      const figures = context?.measureText(formatFigures(count, affected, tag).join("")).width ?? 0;
      return figures + BESIDE_FIGURES * rem + BORDER_PX;
    },
  };
}

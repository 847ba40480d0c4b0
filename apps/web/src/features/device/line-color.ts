/** From green over blue and violet to pink: none is taken for the amber of the first line. */
const HUES = { from: 95, to: 345 };

/** Colours of lines as different from each other as their number allows; the first is the page's own device. */
export function lineColor(index: number, count: number, amber: string): string {
  if (index === 0) return amber;
  const hue = Math.round(HUES.from + ((HUES.to - HUES.from) * (index - 0.5)) / (count - 1));
  // Blue and violet are dark at a lightness at which green is bright.
  const lightness = (hue > 200 && hue < 300 ? 62 : 46) + (index % 2 === 0 ? -4 : 4);
  return `hsl(${hue}, 55%, ${lightness}%)`;
}

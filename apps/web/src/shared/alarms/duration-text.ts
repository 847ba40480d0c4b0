const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time in its two largest units, such as "3 days 4 hr". `tag`: language, BCP 47. */
export function durationText(seconds: number, tag: string): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts = UNITS.map(([unit, size]) => {
    const figure = Math.floor(rest / size);
    rest -= figure * size;
    return { unit, figure };
  });
  const first = parts.findIndex(({ figure }) => figure > 0);
  const shown =
    first === -1 ? parts.slice(-1) : parts.slice(first, first + 2).filter(({ figure }) => figure > 0);
  return shown
    .map(({ unit, figure }) =>
      new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }).format(figure),
    )
    .join(" ");
}

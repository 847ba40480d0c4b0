/** Points as milliseconds since the start and values; a step without samples interrupts the line. */
export function toGappedLine<Point extends { readonly at: string }>(
  points: readonly Point[],
  read: (point: Point) => number | null,
  { fromAt, stepS }: { readonly fromAt: string; readonly stepS: number },
): (readonly [number, number | null])[] {
  const start = Date.parse(fromAt);
  const stepMs = stepS * 1000;
  let before: number | undefined;
  return points.flatMap((point) => {
    const ms = Date.parse(point.at) - start;
    const gap = before !== undefined && ms - before > 1.5 * stepMs ? [[before + stepMs, null] as const] : [];
    before = ms;
    return [...gap, [ms, read(point)] as const];
  });
}

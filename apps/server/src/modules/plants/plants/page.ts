interface Page<Key extends string> {
  readonly sort: Key;
  readonly order: "asc" | "desc";
  readonly page: number;
  readonly pageSize: number;
}

/** A page of rows in their order; of two equal ones the one with the lower number comes first. */
export function toPage<
  Key extends string,
  Row extends Record<Key, string | number | null> & { number: string | null; stationId: string },
>(rows: readonly Row[], { sort, order, page, pageSize }: Page<Key>): { rows: Row[]; total: number } {
  const sign = order === "asc" ? 1 : -1;
  const sorted = rows.toSorted(
    (a, b) =>
      sign * compare(a[sort], b[sort]) || compare(a.number, b.number) || compare(a.stationId, b.stationId),
  );
  const start = (page - 1) * pageSize;
  return { rows: sorted.slice(start, start + pageSize), total: rows.length };
}

/** Order of two cells: unknown values sort below known ones. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

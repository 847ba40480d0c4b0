import type { PageSize } from "@heliograph/contract";

interface CollectInput<Row> {
  readonly read: (
    page: number,
    pageSize: PageSize,
    signal: AbortSignal,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  readonly pageSize: PageSize;
  readonly keyOf: (row: Row) => string;
  readonly signal: AbortSignal;
  readonly report?: (progress: number) => void;
  /** The first rows only; all by default. */
  readonly maxRows?: number;
}

/**
 * Reads the rows of a list, page by page. A row that moves to a later page meanwhile is counted once; the total is that
 * of the last page.
 */
export async function collectRows<Row>(input: CollectInput<Row>): Promise<Row[]> {
  const { read, pageSize, keyOf, signal, report, maxRows = Number.POSITIVE_INFINITY } = input;
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const response = await read(page, pageSize, signal);
    signal.throwIfAborted();
    for (const row of response.rows) rows.set(keyOf(row), row);
    const isLast = response.rows.length < pageSize || page * pageSize >= response.total;
    if (isLast || rows.size >= maxRows) return [...rows.values()].slice(0, maxRows);
    report?.((page * pageSize) / response.total);
  }
}

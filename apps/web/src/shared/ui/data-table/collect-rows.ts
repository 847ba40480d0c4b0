import type { PageSize } from "./table-state.ts";

const PAGE_SIZE: PageSize = 200;

interface CollectInput<Row> {
  readonly read: (
    page: number,
    pageSize: PageSize,
    signal: AbortSignal,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  readonly keyOf: (row: Row) => string;
  readonly signal: AbortSignal;
  readonly report: (progress: number) => void;
}

/**
 * Every row of a list, page by page. A row that moved to a later page meanwhile is taken once; how many there are is
 * what the last page says.
 */
export async function collectRows<Row>({ read, keyOf, signal, report }: CollectInput<Row>): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const answer = await read(page, PAGE_SIZE, signal);
    signal.throwIfAborted();
    for (const row of answer.rows) rows.set(keyOf(row), row);
    if (answer.rows.length < PAGE_SIZE || page * PAGE_SIZE >= answer.total) return [...rows.values()];
    report((page * PAGE_SIZE) / answer.total);
  }
}

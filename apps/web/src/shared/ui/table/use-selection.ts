import { useMemo, useState } from "react";

export interface Selection<Row> {
  /** Selected rows of all pages, as they were when selected. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (rows: readonly Row[], isChosen: boolean) => void;
  readonly clear: () => void;
}

/** Rows selected on any page; they stay selected while pages and filters change. */
export function useSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(() => new Map());
  return useMemo(
    () => ({
      rows: [...chosen.values()],
      has: (row) => chosen.has(keyOf(row)),
      toggle(rows, isChosen) {
        setChosen((before) => {
          const next = new Map(before);
          for (const row of rows)
            if (isChosen) next.set(keyOf(row), row);
            else next.delete(keyOf(row));
          return next;
        });
      },
      clear: () => setChosen(new Map()),
    }),
    [chosen, keyOf],
  );
}

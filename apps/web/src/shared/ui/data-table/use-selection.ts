import { useMemo, useState } from "react";

export interface Selection<Row> {
  /** Chosen rows of all pages, as they were when they were chosen. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (rows: readonly Row[], isChosen: boolean) => void;
  readonly clear: () => void;
}

/** Rows chosen on any page; they stay chosen while other pages and filters are looked at. */
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

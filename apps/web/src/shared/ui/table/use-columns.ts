import { useState } from "react";
import { readPrefs, writePrefs } from "../../base/theme/prefs.ts";
import type { Column } from "./column.ts";

export interface Columns<Row> {
  readonly all: readonly Column<Row>[];
  readonly shown: readonly Column<Row>[];
  readonly toggle: (key: string) => void;
  /** Restores the initial columns; absent while they are shown. */
  readonly reset: (() => void) | undefined;
}

/** Columns a user has chosen for a table; stored in this browser under the table's name (R9.5). */
export function useColumns<Row>(name: string, all: readonly Column<Row>[]): Columns<Row> {
  const [chosen, setChosen] = useState(() => readPrefs().columns?.[name]);
  const isShown = ({ key, isHideable, isInitiallyHidden }: Column<Row>): boolean =>
    isHideable === false || (chosen?.[key] ?? isInitiallyHidden !== true);

  function keep(next: Readonly<Record<string, boolean>> | undefined): void {
    setChosen(next);
    const { [name]: _before, ...others } = readPrefs().columns ?? {};
    writePrefs({ columns: next === undefined ? others : { ...others, [name]: next } });
  }

  return {
    all,
    shown: all.filter(isShown),
    toggle(key) {
      const column = all.find((each) => each.key === key);
      if (column !== undefined) keep({ ...chosen, [key]: !isShown(column) });
    },
    reset: chosen === undefined ? undefined : () => keep(undefined),
  };
}

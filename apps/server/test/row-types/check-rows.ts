import { inject } from "vitest";
import type { Db } from "../../src/infra/postgres/database.ts";
import { RowCheck } from "./row-check.ts";

/** The database with a check of every row that a repository reads, where the run has read the row types. */
export function checkRows(db: Db): Db {
  const rowTypes = inject("rowTypes");
  return Object.keys(rowTypes).length === 0 ? db : db.withPlugin(new RowCheck(rowTypes));
}

import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Milliseconds since 1970 by the clock of PostgreSQL. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db);
  return (rows[0] as { at: number }).at;
}

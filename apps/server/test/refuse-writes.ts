import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";

/** Makes PostgreSQL refuse every row written to a table; resolves with the way to end it. */
export async function refuseWrites(db: Db, table: string): Promise<() => Promise<void>> {
  // NOT VALID: existing rows are not checked.
  await sql`alter table ${sql.table(table)} add constraint refused check (false) not valid`.execute(db);
  return async () => {
    await sql`alter table ${sql.table(table)} drop constraint refused`.execute(db);
  };
}

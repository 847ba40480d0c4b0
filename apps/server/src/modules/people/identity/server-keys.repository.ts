import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** Stores the value unless a process has stored one before, and returns the stored one. */
export async function findOrInsertKey(
  db: Db,
  { name, value }: { name: string; value: Buffer },
): Promise<Buffer> {
  await sql`
    insert into server_keys (name, value) values (${name}, ${value}) on conflict (name) do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ value: Buffer }>`select value from server_keys where name = ${name}`.execute(
    db,
  );
  return (rows[0] as { value: Buffer }).value;
}

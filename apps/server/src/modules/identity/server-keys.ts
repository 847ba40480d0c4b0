import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";

/** Keys the server makes for itself, the same for every process: whoever needs one first makes it. */
export function createServerKeys(db: Db) {
  const known = new Map<string, Buffer>();

  async function load(name: string): Promise<Buffer> {
    await sql`
      insert into server_keys (name, value) values (${name}, ${randomBytes(32)})
      on conflict (name) do nothing`.execute(db);
    const { rows } = await sql<{ value: Buffer }>`select value from server_keys where name = ${name}`.execute(
      db,
    );
    return (rows[0] as { value: Buffer }).value;
  }

  return {
    async get(name: string): Promise<Buffer> {
      const value = known.get(name) ?? (await load(name));
      known.set(name, value);
      return value;
    },
  };
}

export type ServerKeys = ReturnType<typeof createServerKeys>;

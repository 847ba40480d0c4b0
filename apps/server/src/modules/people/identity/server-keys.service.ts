import { randomBytes } from "node:crypto";
import type { Db } from "../../../infra/postgres/database.ts";
import { findOrInsertKey } from "./server-keys.repository.ts";

/** Keys that the server creates for itself on first use, the same for every process. */
export function createServerKeys(db: Db) {
  const known = new Map<string, Buffer>();
  return {
    async get(name: string): Promise<Buffer> {
      const value = known.get(name) ?? (await findOrInsertKey(db, { name, value: randomBytes(32) }));
      known.set(name, value);
      return value;
    },
  };
}

export type ServerKeys = ReturnType<typeof createServerKeys>;

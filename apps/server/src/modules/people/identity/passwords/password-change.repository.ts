import { sql } from "kysely";
import type { Transaction } from "../../../../infra/postgres/database.ts";

/** Deletes all tokens of a session; `isKept`: its browser was kept signed in. */
export async function deleteTokensOf(trx: Transaction, sessionId: string): Promise<{ isKept: boolean }> {
  const { rows } = await sql<{ kind: string }>`
    delete from tokens where session_id = ${sessionId} returning kind`.execute(trx);
  return { isKept: rows.some(({ kind }) => kind === "kept") };
}

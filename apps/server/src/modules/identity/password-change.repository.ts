import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

/** Whom to tell about an account, where it wants to be told. */
export async function findNoticeReader(
  trx: Transaction,
  accountId: string,
): Promise<{ contact: string; language: Language } | undefined> {
  const { rows } = await sql<{ contact: string; language: Language }>`
    select coalesce(email, phone) as contact, language from accounts
    where id = ${accountId} and email_notify and coalesce(email, phone) is not null`.execute(trx);
  return rows[0];
}

/** Takes all tokens of a session away; says whether its browser stayed signed in by one. */
export async function deleteTokensOf(trx: Transaction, sessionId: string): Promise<{ isKept: boolean }> {
  const { rows } = await sql<{ kind: string }>`
    delete from tokens where session_id = ${sessionId} returning kind`.execute(trx);
  return { isKept: rows.some(({ kind }) => kind === "kept") };
}

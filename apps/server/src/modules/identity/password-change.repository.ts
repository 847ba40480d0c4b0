import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import { noticeContact } from "./accounts.repository.ts";

/** Whom to tell about an account, where it wants to be told. */
export async function findNoticeReader(
  trx: Transaction,
  accountId: string,
): Promise<{ contact: string; language: Language } | undefined> {
  const { rows } = await sql<{ contact: string; language: Language }>`
    select ${noticeContact("a")} as contact, a.language from accounts a
    where a.id = ${accountId} and a.email_notify and coalesce(a.email, a.phone) is not null`.execute(trx);
  return rows[0];
}

/** Takes all tokens of a session away; says whether its browser stayed signed in by one. */
export async function deleteTokensOf(trx: Transaction, sessionId: string): Promise<{ isKept: boolean }> {
  const { rows } = await sql<{ kind: string }>`
    delete from tokens where session_id = ${sessionId} returning kind`.execute(trx);
  return { isKept: rows.some(({ kind }) => kind === "kept") };
}

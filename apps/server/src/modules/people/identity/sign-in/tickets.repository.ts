import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { hashToken } from "../sessions/token-values.ts";

export async function insertTicket(
  db: Db | Transaction,
  { ticket, sessionId, expiresAt }: { ticket: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into tickets (hash, session_id, expires_at)
    values (${hashToken(ticket)}, ${sessionId}, ${expiresAt})`.execute(db);
}

/** Uses a ticket up and returns whose it is, while its session and account are open. */
export async function consumeTicket(
  db: Db,
  { ticket, at }: { ticket: string; at: Date },
): Promise<{ accountId: string; companyId: string } | undefined> {
  const { rows } = await sql<{ accountId: string; companyId: string }>`
    with used as (
      update tickets set used_at = ${at}
      where hash = ${hashToken(ticket)} and used_at is null and expires_at > ${at} returning session_id
    )
    select a.id as "accountId", a.company_id as "companyId"
    from used join sessions s on s.id = used.session_id join accounts a on a.id = s.account_id
    where s.ended_at is null and a.disabled_at is null and a.cancelled_at is null`.execute(db);
  return rows[0];
}

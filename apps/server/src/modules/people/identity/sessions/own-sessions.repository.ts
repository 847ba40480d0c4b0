import type { EndpointName } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

export interface LiveSession {
  sessionId: string;
  endpoint: EndpointName;
  userAgent: string;
  address: string;
  startedAt: Date;
  lastSeenAt: Date;
}

/** Sessions of an account that have not ended and have a valid token, most recently seen first. */
export async function listLiveSessions(
  db: Db,
  { accountId, at }: { accountId: string; at: Date },
): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select s.id as "sessionId", s.endpoint, s.user_agent as "userAgent", s.address, s.created_at as "startedAt",
      s.last_seen_at as "lastSeenAt"
    from sessions s
    where s.account_id = ${accountId} and s.ended_at is null
      and exists (select from tokens t where t.session_id = s.id and t.used_at is null and t.expires_at > ${at})
    order by s.last_seen_at desc, s.created_at desc, s.id`.execute(db);
  return rows;
}

/** Ends one of the account's sessions, or all but one; returns the ids of those that ended now. */
export async function endOwnSessions(
  trx: Transaction,
  options: { accountId: string; sessionId?: string; exceptId?: string; reason: string; endedAt: Date },
): Promise<string[]> {
  const { accountId, sessionId = null, exceptId = null, reason, endedAt } = options;
  const { rows } = await sql<{ id: string }>`
    update sessions set ended_at = ${endedAt}, end_reason = ${reason}
    where account_id = ${accountId} and ended_at is null
      and (${sessionId}::uuid is null or id = ${sessionId}) and (${exceptId}::uuid is null or id <> ${exceptId})
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function markSteppedUp(
  trx: Transaction,
  { sessionId, at }: { sessionId: string; at: Date },
): Promise<void> {
  await sql`update sessions set stepped_up_at = ${at} where id = ${sessionId}`.execute(trx);
}

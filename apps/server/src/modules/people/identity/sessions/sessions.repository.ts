import type { EndpointName } from "@heliograph/contract";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import type { TokenPair } from "./token-values.ts";
import { hashToken } from "./token-values.ts";

type Executor = Db | Transaction;

/** A session with the current state of its account; not cached beyond one request. */
interface SessionColumns {
  sessionId: string;
  endpoint: EndpointName;
  endedAt: Date | null;
  /** When the presented token, or else the session's last one, expires. */
  expiresAt: Date;
  disabledAt: Date | null;
  cancelledAt: Date | null;
  isPlatform: boolean;
  hasCompaniesBelow: boolean;
  roleCode: string | null;
  steppedUpAt: Date | null;
}

interface AccountColumns {
  accountId: string;
  companyId: string;
  scopeKind: "company" | "plants";
  /** Separated by commas. */
  rolePermissionIds: string;
  typePermissionIds: string;
}

/** A session of an account, or an anonymous one, whose columns of the account are null. */
export type SessionRow = SessionColumns & (AccountColumns | { [Name in keyof AccountColumns]: null });

/**
 * The company `c` itself if there is one below it, read by one step in the index. A plain `exists` reads all companies: most
 * are below the same one, so that the planner expects to find one immediately.
 */
const firstUpstreamId = sql`(
  select below.upstream_id from companies below where below.upstream_id >= c.id order by below.upstream_id limit 1
)`;

const accountColumns = sql`
  a.id as "accountId", a.disabled_at as "disabledAt", a.cancelled_at as "cancelledAt", a.company_id as "companyId",
  c.upstream_id is null as "isPlatform", coalesce(${firstUpstreamId} = c.id, false) as "hasCompaniesBelow",
  a.scope_kind as "scopeKind", r.code as "roleCode", array_to_string(r.permission_ids, ',') as "rolePermissionIds",
  array_to_string(ct.permission_ids, ',') as "typePermissionIds"`;

const accountJoins = sql`
  left join companies c on c.id = a.company_id
  left join roles r on r.id = a.role_id
  left join customer_types ct on ct.id = r.customer_type_id`;

const sessionColumns = sql`
  s.id as "sessionId", s.endpoint, s.ended_at as "endedAt", s.stepped_up_at as "steppedUpAt", ${accountColumns}`;

const sessionJoins = sql`left join accounts a on a.id = s.account_id ${accountJoins}`;

/** Sessions of access tokens by the token's hash as latin1 text. */
export async function listSessionsByAccessToken(
  db: Db,
  hashes: readonly Buffer[],
): Promise<Map<string, SessionRow>> {
  const { rows } = await sql<SessionRow & { hash: Buffer }>`
    select t.hash, ${sessionColumns}, t.expires_at as "expiresAt"
    from tokens t join sessions s on s.id = t.session_id ${sessionJoins}
    where t.hash = any(${hashes}::bytea[]) and t.kind = 'access'`.execute(db);
  return new Map(rows.map(({ hash, ...row }) => [hash.toString("latin1"), row]));
}

/** Access tokens of accounts that have not expired, of sessions that have not ended. */
export async function listAccessTokens(
  db: Db,
  at: Date,
): Promise<{ hash: Buffer; accountId: string; expiresAt: Date }[]> {
  const { rows } = await sql<{ hash: Buffer; accountId: string; expiresAt: Date }>`
    select t.hash, s.account_id as "accountId", t.expires_at as "expiresAt"
    from tokens t join sessions s on s.id = t.session_id
    where t.kind = 'access' and t.expires_at > ${at} and s.ended_at is null and s.account_id is not null`.execute(
    db,
  );
  return rows;
}

export async function findSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns}, (select max(t.expires_at) from tokens t where t.session_id = s.id) as "expiresAt"
    from sessions s ${sessionJoins} where s.id = ${sessionId}`.execute(db);
  return rows[0];
}

/** The current state of an account, without a session. */
export type AccountState = AccountColumns &
  Omit<SessionColumns, "sessionId" | "endpoint" | "endedAt" | "expiresAt" | "steppedUpAt">;

export async function listAccountStates(db: Db, accountIds: readonly string[]): Promise<AccountState[]> {
  const { rows } = await sql<AccountState>`
    select ${accountColumns} from accounts a ${accountJoins}
    where a.id = any(${[...accountIds]}::uuid[])`.execute(db);
  return rows;
}

export interface NewSession {
  accountId?: string;
  endpoint: EndpointName;
  address: string;
  userAgent: string;
  createdAt: Date;
}

export async function insertSession(trx: Transaction, session: NewSession): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sessions (account_id, endpoint, address, user_agent, created_at, last_seen_at)
    values (${session.accountId ?? null}, ${session.endpoint}, ${session.address}, ${session.userAgent.slice(0, 400)},
      ${session.createdAt}, ${session.createdAt})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function insertTokens(
  trx: Transaction,
  options: { sessionId: string; pair: TokenPair; accessExpiresAt: Date; refreshExpiresAt: Date },
): Promise<void> {
  const { sessionId, pair, accessExpiresAt, refreshExpiresAt } = options;
  const kept =
    pair.kept === undefined
      ? sql``
      : sql`, (${hashToken(pair.kept)}, ${sessionId}, 'kept', ${refreshExpiresAt})`;
  await sql`
    insert into tokens (hash, session_id, kind, expires_at) values
      (${hashToken(pair.access)}, ${sessionId}, 'access', ${accessExpiresAt}),
      (${hashToken(pair.refresh)}, ${sessionId}, 'refresh', ${refreshExpiresAt})${kept}`.execute(trx);
}

/** A refresh token with its session, its row locked until the transaction ends. */
export interface RefreshRow {
  sessionId: string;
  accountId: string | null;
  endedAt: Date | null;
  expiresAt: Date;
  usedAt: Date | null;
  isAccountDisabled: boolean;
  isAccountCancelled: boolean;
  /** It was redeemed within the given time. */
  isJustUsed: boolean;
}

/** Locks the token's row until the transaction ends. */
export async function lockRefreshToken(
  trx: Transaction,
  { token, kind, justUsedS }: { token: string; kind: "refresh" | "kept"; justUsedS: number },
): Promise<RefreshRow | undefined> {
  const { rows } = await sql<RefreshRow>`
    select s.id as "sessionId", s.account_id as "accountId", s.ended_at as "endedAt", t.expires_at as "expiresAt",
      t.used_at as "usedAt", a.disabled_at is not null as "isAccountDisabled",
      a.cancelled_at is not null as "isAccountCancelled",
      coalesce(t.used_at >= clock_timestamp() - make_interval(secs => ${justUsedS}), false) as "isJustUsed"
    from tokens t join sessions s on s.id = t.session_id left join accounts a on a.id = s.account_id
    where t.hash = ${hashToken(token)} and t.kind = ${kind}
    for update of t`.execute(trx);
  return rows[0];
}

export async function markRefreshTokenUsed(trx: Transaction, token: string): Promise<void> {
  // The wall clock of the database, not the transaction's start: later requests are compared with it.
  await sql`update tokens set used_at = clock_timestamp() where hash = ${hashToken(token)}`.execute(trx);
}

export async function touchSession(
  trx: Transaction,
  session: { sessionId: string; address: string; seenAt: Date },
): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${session.seenAt}, address = ${session.address}
    where id = ${session.sessionId}`.execute(trx);
}

/** Ends a session with all its tokens; false when it had ended before. */
export async function endSession(
  trx: Transaction,
  session: { sessionId: string; reason: string; endedAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${session.endedAt}, end_reason = ${session.reason}
    where id = ${session.sessionId} and ended_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends every session of an account; returns how many. */
export async function endSessionsOfAccount(
  trx: Transaction,
  options: { accountId: string; reason: string; endedAt: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${options.endedAt}, end_reason = ${options.reason}
    where account_id = ${options.accountId} and ended_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export async function countAnonymousSessions(
  executor: Executor,
  options: { address: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from sessions
    where account_id is null and address = ${options.address} and created_at > ${options.since}`.execute(
    executor,
  );
  return rows[0]?.total ?? 0;
}

/** Deletes expired tokens, tickets, challenges and ceremonies, and anonymous sessions without tokens. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  const isExpired = sql`expires_at < ${before}`;
  await sql`delete from tokens where ${isExpired}`.execute(db);
  await sql`delete from tickets where ${isExpired}`.execute(db);
  await sql`delete from second_steps where ${isExpired}`.execute(db);
  await sql`delete from passkey_ceremonies where ${isExpired}`.execute(db);
  await sql`
    delete from sessions s where s.account_id is null
      and not exists (select from tokens t where t.session_id = s.id)`.execute(db);
}

import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

type Executor = Db | Transaction;

/** Second factors of an account, and what decides whether one is required. */
export interface FactorState {
  roleId: string;
  roleCode: string | null;
  /** The account's name in authenticator apps. */
  label: string;
  totpSince: Date | null;
  passkeys: number;
  recoveryCodesLeft: number;
}

export async function getFactorState(db: Executor, accountId: string): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select a.role_id as "roleId", r.code as "roleCode", coalesce(a.email, a.phone, a.user_name) as label,
      (select confirmed_at from totp_factors t where t.account_id = a.id) as "totpSince",
      (select count(*)::int from passkeys p where p.account_id = a.id) as passkeys,
      (select count(*)::int from recovery_codes c where c.account_id = a.id and c.used_at is null) as "recoveryCodesLeft"
    from accounts a join roles r on r.id = a.role_id where a.id = ${accountId}`.execute(db);
  return rows[0] as FactorState;
}

/** Replaces an unconfirmed secret; false when a confirmed one exists. */
export async function proposeTotp(
  db: Executor,
  { accountId, secret, at }: { accountId: string; secret: Buffer; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into totp_factors (account_id, secret, created_at) values (${accountId}, ${secret}, ${at})
    on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_counter = 0
      where totp_factors.confirmed_at is null`.execute(db);
  return numAffectedRows === 1n;
}

export interface TotpRow {
  secret: Buffer;
  confirmedAt: Date | null;
  lastCounter: number;
}

/** The account's secret, its row locked until the transaction ends, so that no code is accepted twice. */
export async function lockTotp(trx: Transaction, accountId: string): Promise<TotpRow | undefined> {
  const { rows } = await sql<TotpRow>`
    select secret, confirmed_at as "confirmedAt", last_counter as "lastCounter"
    from totp_factors where account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

/** Records the accepted code; the first one confirms the factor. */
export async function acceptTotp(
  trx: Transaction,
  { accountId, counter, at }: { accountId: string; counter: number; at: Date },
): Promise<void> {
  await sql`
    update totp_factors set last_counter = ${counter}, confirmed_at = coalesce(confirmed_at, ${at})
    where account_id = ${accountId}`.execute(trx);
}

export async function deleteTotp(trx: Transaction, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from totp_factors where account_id = ${accountId} and confirmed_at is not null`.execute(trx);
  return numAffectedRows === 1n;
}

export async function replaceRecoveryCodes(
  trx: Transaction,
  { accountId, hmacs }: { accountId: string; hmacs: readonly Buffer[] },
): Promise<void> {
  await sql`delete from recovery_codes where account_id = ${accountId}`.execute(trx);
  await sql`
    insert into recovery_codes (account_id, code_hmac) select ${accountId}, unnest(${hmacs}::bytea[])`.execute(
    trx,
  );
}

/** Uses a recovery code up; false when it is unknown or was used. */
export async function consumeRecoveryCode(
  trx: Transaction,
  { accountId, hmac, at }: { accountId: string; hmac: Buffer; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = ${at}
    where account_id = ${accountId} and code_hmac = ${hmac} and used_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Whether the account has a second factor. */
export async function hasFactors(db: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from totp_factors where account_id = ${accountId} and confirmed_at is not null
    union all select from passkeys where account_id = ${accountId}`.execute(db);
  return rows.length > 0;
}

/** Deletes every second factor of an account. */
export async function deleteFactors(trx: Transaction, accountId: string): Promise<void> {
  const isOwn = sql`account_id = ${accountId}`;
  await sql`delete from totp_factors where ${isOwn}`.execute(trx);
  await sql`delete from passkeys where ${isOwn}`.execute(trx);
  await sql`delete from recovery_codes where ${isOwn}`.execute(trx);
}

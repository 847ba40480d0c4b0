import type { EndpointName } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { hashToken } from "./token-values.ts";

type Executor = Db | Transaction;

/** What an account has set, and what decides whether it must. */
export interface FactorState {
  roleId: string;
  roleCode: string | null;
  /** What authenticator apps call the account by. */
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

/** Puts a new secret in the place of one that was not confirmed; false when a confirmed one is there. */
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

/** The account's secret, its row held until the transaction ends, so that two calls never take the same code. */
export async function takeTotp(trx: Transaction, accountId: string): Promise<TotpRow | undefined> {
  const { rows } = await sql<TotpRow>`
    select secret, confirmed_at as "confirmedAt", last_counter as "lastCounter"
    from totp_factors where account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

/** Notes the code that was taken; the first one confirms the factor. */
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
export async function takeRecoveryCode(
  trx: Transaction,
  { accountId, hmac, at }: { accountId: string; hmac: Buffer; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = ${at}
    where account_id = ${accountId} and code_hmac = ${hmac} and used_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Whether a sign-in to the account asks for a second factor of its own. */
export async function hasFactors(db: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from totp_factors where account_id = ${accountId} and confirmed_at is not null
    union all select from passkeys where account_id = ${accountId}`.execute(db);
  return rows.length > 0;
}

/** Takes every second factor from an account. */
export async function deleteFactors(trx: Transaction, accountId: string): Promise<void> {
  for (const table of ["totp_factors", "passkeys", "recovery_codes", "second_steps"])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx);
}

export interface NewSecondStep {
  challenge: string;
  accountId: string;
  endpoint: EndpointName;
  method: string;
  isKept: boolean;
  expiresAt: Date;
}

export async function insertSecondStep(db: Executor, step: NewSecondStep): Promise<void> {
  await sql`
    insert into second_steps (hash, account_id, endpoint, method, is_kept, expires_at)
    values (${hashToken(step.challenge)}, ${step.accountId}, ${step.endpoint}, ${step.method}, ${step.isKept},
      ${step.expiresAt})`.execute(db);
}

interface TriedStep {
  accountId: string;
  companyId: string;
  endpoint: EndpointName;
  isKept: boolean;
  /** As it has been since the challenge: a change of it deletes the challenge. */
  passwordHash: string | null;
}

/** Counts a try of a challenge that is still good; answers whose it is while the account is open. */
export async function trySecondStep(
  db: Executor,
  { challenge, at, mostTries }: { challenge: string; at: Date; mostTries: number },
): Promise<TriedStep | undefined> {
  const { rows } = await sql<TriedStep>`
    with tried as (
      update second_steps set tries = tries + 1
      where hash = ${hashToken(challenge)} and expires_at > ${at} and tries < ${mostTries}
      returning account_id, endpoint, is_kept
    )
    select a.id as "accountId", a.company_id as "companyId", tried.endpoint, tried.is_kept as "isKept",
      a.password_hash as "passwordHash"
    from tried join accounts a on a.id = tried.account_id
    where a.disabled_at is null and a.cancelled_at is null`.execute(db);
  return rows[0];
}

/** Uses a challenge up; false when another call has. */
export async function takeSecondStep(trx: Transaction, challenge: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from second_steps where hash = ${hashToken(challenge)}`.execute(trx);
  return numAffectedRows === 1n;
}

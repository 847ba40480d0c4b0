import type { EndpointName } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { hashToken } from "../sessions/token-values.ts";

export interface NewSecondStep {
  challenge: string;
  accountId: string;
  endpoint: EndpointName;
  method: string;
  isKept: boolean;
  expiresAt: Date;
}

export async function insertSecondStep(trx: Transaction, step: NewSecondStep): Promise<void> {
  await sql`
    insert into second_steps (hash, account_id, endpoint, method, is_kept, expires_at)
    values (${hashToken(step.challenge)}, ${step.accountId}, ${step.endpoint}, ${step.method}, ${step.isKept},
      ${step.expiresAt})`.execute(trx);
}

interface TriedSecondStep {
  accountId: string;
  companyId: string;
  endpoint: EndpointName;
  isKept: boolean;
  /** Unchanged since the challenge was created: a new password deletes challenges. */
  passwordHash: string | null;
}

/** Counts a try of a valid challenge and returns whose it is; undefined once the account is closed. */
export async function countSecondStepTry(
  db: Db,
  { challenge, at, maxTries }: { challenge: string; at: Date; maxTries: number },
): Promise<TriedSecondStep | undefined> {
  const { rows } = await sql<TriedSecondStep>`
    with tried as (
      update second_steps set tries = tries + 1
      where hash = ${hashToken(challenge)} and expires_at > ${at} and tries < ${maxTries}
      returning account_id, endpoint, is_kept
    )
    select a.id as "accountId", a.company_id as "companyId", tried.endpoint, tried.is_kept as "isKept",
      a.password_hash as "passwordHash"
    from tried join accounts a on a.id = tried.account_id
    where a.disabled_at is null and a.cancelled_at is null`.execute(db);
  return rows[0];
}

/** Uses a challenge up; false when another request already has. */
export async function deleteSecondStep(trx: Transaction, challenge: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from second_steps where hash = ${hashToken(challenge)}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Deletes all challenges of an account. */
export async function deleteSecondSteps(trx: Transaction, accountId: string): Promise<void> {
  await sql`delete from second_steps where account_id = ${accountId}`.execute(trx);
}

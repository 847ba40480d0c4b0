import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { ChainBreak, ChainReport } from "./chain-check.ts";

export interface VerificationRow {
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  readonly result: "intact" | "broken" | "failed" | null;
  readonly isEndKnown: boolean | null;
  readonly break: ChainBreak | null;
}

const columns = sql`
  asked_at as "requestedAt", started_at as "startedAt", ended_at as "endedAt", first_number as "firstNumber",
  last_number as "lastNumber", result, is_end_known as "isEndKnown", break`;

/** Requests a verification of the chain, unless one is pending. */
export async function requestVerification(
  trx: Transaction,
  { requestedBy, at }: { requestedBy: string | undefined; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into audit_verifications (asked_at, asked_by)
    select ${at}, ${requestedBy ?? null}::uuid
    where not exists (select from audit_verifications where ended_at is null)`.execute(trx);
  return numAffectedRows === 1n;
}

/** When a verification was last requested, whatever its result. */
export async function findLastRequested(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select asked_at as at from audit_verifications order by id desc limit 1`.execute(db);
  return rows[0]?.at;
}

/** Leases the oldest pending one, or one that was started before `expiredBefore` and never ended. */
export async function startVerification(
  db: Db,
  { at, expiredBefore }: { at: Date; expiredBefore: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update audit_verifications set started_at = ${at} where id = (
      select id from audit_verifications
      where ended_at is null and (started_at is null or started_at < ${expiredBefore})
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Releases one that could not be finished, for another process. */
export async function releaseVerification(db: Db, id: number): Promise<void> {
  await sql`update audit_verifications set started_at = null where id = ${id}`.execute(db);
}

export async function endVerification(
  trx: Transaction,
  id: number,
  { at, report }: { at: Date; report: ChainReport | undefined },
): Promise<void> {
  const found = report?.break ? "broken" : "intact";
  const result = report === undefined ? "failed" : found;
  await sql`
    update audit_verifications set ended_at = ${at}, first_number = ${report?.firstNumber ?? null},
      last_number = ${report?.lastNumber ?? null}, result = ${result}, is_end_known = ${report?.isEndKnown ?? null},
      break = ${report?.break ? JSON.stringify(report.break) : null}::jsonb
    where id = ${id}`.execute(trx);
}

/** The last finished verification, and the one that is pending or running. */
export async function findVerifications(
  db: Db,
): Promise<{ last: VerificationRow | undefined; open: VerificationRow | undefined }> {
  const [last, open] = await Promise.all([
    sql<VerificationRow>`
      select ${columns} from audit_verifications where ended_at is not null order by id desc limit 1`.execute(
      db,
    ),
    sql<VerificationRow>`
      select ${columns} from audit_verifications where ended_at is null order by id desc limit 1`.execute(db),
  ]);
  return { last: last.rows[0], open: open.rows[0] };
}

/** Number of the last sealed row, and count of committed rows not yet sealed. */
export async function findChainState(db: Db): Promise<{ sealedNumber: number | null; waiting: number }> {
  const { rows } = await sql<{ sealedNumber: number | null; waiting: number }>`
    select (select max(number) from audit) as "sealedNumber",
      (select count(*)::int from audit where number is null) as waiting`.execute(db);
  return rows[0] ?? { sealedNumber: null, waiting: 0 };
}

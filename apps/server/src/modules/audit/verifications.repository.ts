import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { ChainBreak, ChainReport } from "./chain-check.ts";

export interface VerificationRow {
  readonly askedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  readonly result: "intact" | "broken" | "failed" | null;
  readonly isEndKnown: boolean | null;
  readonly break: ChainBreak | null;
}

const columns = sql`
  asked_at as "askedAt", started_at as "startedAt", ended_at as "endedAt", first_number as "firstNumber",
  last_number as "lastNumber", result, is_end_known as "isEndKnown", break`;

/** Asks for a look at the chain, unless one is asked for already. */
export async function askForVerification(
  trx: Transaction,
  { askedBy, at }: { askedBy?: string | undefined; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into audit_verifications (asked_at, asked_by)
    select ${at}, ${askedBy ?? null}::uuid
    where not exists (select from audit_verifications where ended_at is null)`.execute(trx);
  return numAffectedRows === 1n;
}

/** When a look was last asked for, whatever became of it. */
export async function findLastAsked(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select asked_at as at from audit_verifications order by id desc limit 1`.execute(db);
  return rows[0]?.at;
}

/** Takes the oldest open one; one that somebody took before `lostBefore` and never ended counts as open. */
export async function takeVerification(
  db: Db,
  { at, lostBefore }: { at: Date; lostBefore: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update audit_verifications set started_at = ${at} where id = (
      select id from audit_verifications
      where ended_at is null and (started_at is null or started_at < ${lostBefore})
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Lets go of one that could not be finished; somebody else takes it. */
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

/** The last look that came to an end, and the one that is asked for or under way. */
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

/** How far the chain goes, and how many committed rows wait for it. */
export async function findChainState(db: Db): Promise<{ sealedNumber: number | null; waiting: number }> {
  const { rows } = await sql<{ sealedNumber: number | null; waiting: number }>`
    select (select max(number) from audit) as "sealedNumber",
      (select count(*)::int from audit where number is null) as waiting`.execute(db);
  return rows[0] ?? { sealedNumber: null, waiting: 0 };
}

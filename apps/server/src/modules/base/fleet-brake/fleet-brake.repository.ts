import type { FleetBrake, Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../access/scope.ts";
import { companiesInScope } from "../access/scope-sql.ts";
import { companyNameIn } from "../names/names-sql.ts";

/** No second person has confirmed it: a refusal keeps the account stopped. */
const isUnconfirmed = sql<boolean>`(decided_at is null or (not is_confirmed and until_at is null))`;

export interface BrakeState {
  readonly brakeId: string;
  /** Not confirmed: undecided or refused. */
  readonly isOpen: boolean;
  readonly untilAt: Date | null;
}

/** One act of an account at a time: two of them must not both be the last one that passes. */
export async function lockActs(trx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fleet-brake ${accountId}`}, 0))`.execute(trx);
}

/** The latest stop of an account. */
export async function findBrake(db: Db, accountId: string): Promise<BrakeState | undefined> {
  const { rows } = await sql<BrakeState>`
    select id as "brakeId", ${isUnconfirmed} as "isOpen", until_at as "untilAt" from fleet_brakes
    where account_id = ${accountId} order by stopped_at desc, decided_at desc nulls first limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Notes acts, and returns on how many plants there were some since an instant; older ones are forgotten. */
export async function noteActs(
  trx: Transaction,
  {
    accountId,
    plantIds,
    at,
    since,
  }: { accountId: string; plantIds: readonly string[]; at: Date; since: Date },
): Promise<number> {
  await sql`delete from fleet_acts where account_id = ${accountId} and at <= ${since}`.execute(trx);
  await sql`
    insert into fleet_acts (account_id, plant_id, at)
    select ${accountId}, id, ${at} from unnest(${[...new Set(plantIds)]}::uuid[]) as id`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(distinct plant_id)::int as count from fleet_acts where account_id = ${accountId}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export const forgetActs = (trx: Transaction, accountId: string) =>
  sql`delete from fleet_acts where account_id = ${accountId}`.execute(trx);

export interface Stopped {
  readonly companyId: string;
  readonly userName: string;
}

export async function insertBrake(
  trx: Transaction,
  { accountId, plantCount, at }: { accountId: string; plantCount: number; at: Date },
): Promise<Stopped | undefined> {
  await sql`
    insert into fleet_brakes (account_id, company_id, stopped_at, plant_count)
    select a.id, a.company_id, ${at}, ${plantCount} from accounts a where a.id = ${accountId}
    on conflict do nothing`.execute(trx);
  return await findAccount(trx, accountId);
}

export async function findAccount(db: Db, accountId: string): Promise<Stopped | undefined> {
  const { rows } = await sql<Stopped>`
    select company_id as "companyId", user_name as "userName" from accounts where id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export interface Recipient {
  readonly email: string;
  readonly language: Language;
}

/** ROOT, and with a company its administrators; without the account itself. */
export async function listRecipients(
  db: Db,
  { accountId, companyId }: { accountId: string; companyId?: string },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.email, a.language from accounts a join roles r on r.id = a.role_id
    where a.email is not null and a.disabled_at is null and a.cancelled_at is null and a.id <> ${accountId}
      and a.password_hash is not null
      and (r.code = 'ROOT' or a.company_id = ${companyId ?? null}::uuid and 'account:edit' = any(r.permission_ids))
    limit 50`.execute(db);
  return rows;
}

export interface BrakeRow {
  readonly brakeId: string;
  readonly accountId: string;
  readonly byName: string;
  readonly companyName: string;
  readonly stoppedAt: Date;
  readonly plantCount: number;
  readonly state: FleetBrake["state"];
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly mayDecide: boolean;
}

export async function listBrakes(
  db: Db,
  scope: Scope,
  { page, pageSize, language }: { page: number; pageSize: number; language: Language },
): Promise<{ rows: BrakeRow[]; total: number }> {
  const inScope = sql`exists (select from companies c where c.id = b.company_id and ${companiesInScope(scope)})`;
  const { rows } = await sql<BrakeRow>`
    select b.id as "brakeId", b.account_id as "accountId", coalesce(a.user_name, '') as "byName",
      ${companyNameIn("company", language)} as "companyName",
      b.stopped_at as "stoppedAt", b.plant_count as "plantCount",
      case when b.decided_at is null then 'open' when b.is_confirmed then 'confirmed' else 'refused' end as state,
      decider.user_name as "decidedByName", b.decided_at as "decidedAt",
      ${isUnconfirmed} and b.account_id is distinct from ${scope.accountId ?? null}::uuid as "mayDecide"
    from fleet_brakes b join accounts a on a.id = b.account_id join companies company on company.id = b.company_id
    left join accounts decider on decider.id = b.decided_by
    where ${inScope} order by b.stopped_at desc, b.id
    offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from fleet_brakes b where ${inScope}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface LockedBrake {
  readonly brakeId: string;
  readonly companyId: string;
  readonly isRefused: boolean;
}

/** The stop of an account that no one has confirmed. */
export async function lockBrake(trx: Transaction, accountId: string): Promise<LockedBrake | undefined> {
  const { rows } = await sql<LockedBrake>`
    select id as "brakeId", company_id as "companyId", decided_at is not null as "isRefused" from fleet_brakes
    where account_id = ${accountId} and ${isUnconfirmed} order by stopped_at desc limit 1 for update`.execute(
    trx,
  );
  return rows[0];
}

export async function decideBrake(
  trx: Transaction,
  decision: {
    brakeId: string;
    decidedBy: string | undefined;
    at: Date;
    isConfirmed: boolean;
    untilAt: Date | null;
  },
): Promise<void> {
  const { brakeId, decidedBy, at, isConfirmed, untilAt } = decision;
  await sql`
    update fleet_brakes set decided_at = ${at}, decided_by = ${decidedBy ?? null}, is_confirmed = ${isConfirmed},
      until_at = ${untilAt}
    where id = ${brakeId}`.execute(trx);
}

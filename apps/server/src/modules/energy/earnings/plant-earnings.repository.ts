import type { DataInputOf, endpoints } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";

/** State that the earnings of a plant's day were computed from. */
export interface EarningsBasis {
  readonly plantKey: number;
  readonly energiesRevision: string;
  readonly plantRevision: string;
}

export interface DayEarnings extends EarningsBasis {
  readonly dayEndsAt: number;
  /** Decimal text. */
  readonly amount: string;
  readonly unpricedWh: number;
  readonly isEstimated: boolean;
}

const plantRevision = sql`extract(epoch from p.updated_at)::text`;

/** Plants whose energies or fields changed since their earnings were computed; only these keys when given. */
export async function listDuePlants(db: Db, only?: readonly number[]): Promise<EarningsBasis[]> {
  const { rows } = await sql<EarningsBasis>`
    select p.key as "plantKey", e.revision::text as "energiesRevision", ${plantRevision} as "plantRevision"
    from plant_energies e
    join plants p on p.key = e.plant_key
    left join plant_earnings r on r.plant_key = e.plant_key
    where (r.plant_key is null or r.energies_revision <> e.revision or r.plant_revision <> ${plantRevision})
      and ${only ? sql`p.key = any(${only}::integer[])` : sql`true`}
    order by p.key`.execute(db);
  return rows;
}

/**
 * Names the rule that days are due by: with another one, the days of all plants are compared once more, also those that a
 * process of an earlier version compared while it ran beside this one.
 */
const DUE_RULE = sql.raw("' known-days'");
const daysBasis = sql`concat(e.revision, ' ', ${plantRevision}, ${DUE_RULE})`;

/** Plants whose earnings by day were computed from another state of their energies or fields; only these keys when given. */
export async function listDueForDays(db: Db, only?: readonly number[]): Promise<EarningsBasis[]> {
  const { rows } = await sql<EarningsBasis>`
    select p.key as "plantKey", e.revision::text as "energiesRevision", ${plantRevision} as "plantRevision"
    from plant_earnings r
    join plant_energies e on e.plant_key = r.plant_key
    join plants p on p.key = r.plant_key
    where r.days_basis is distinct from ${daysBasis}
      and ${only ? sql`p.key = any(${only}::integer[])` : sql`true`}
    order by p.key`.execute(db);
  return rows;
}

/** Those of these plants whose earnings by day were never computed, though they have counted days. */
export async function listPlantsWithoutDays(db: Db, plantKeys: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select e.plant_key as key from plant_energies e left join plant_earnings r on r.plant_key = e.plant_key
    where e.plant_key = any(${plantKeys}::integer[]) and r.days_basis is null order by e.plant_key`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** Notes the states that the earnings by day of these plants were computed from. */
export async function writeDaysBasis(db: Db, bases: readonly EarningsBasis[]): Promise<void> {
  await sql`
    update plant_earnings r set days_basis = concat(b."energiesRevision", ' ', b."plantRevision", ${DUE_RULE})
    from jsonb_to_recordset(${JSON.stringify(bases)}::jsonb)
      as b ("plantKey" integer, "energiesRevision" text, "plantRevision" text)
    where r.plant_key = b."plantKey"`.execute(db);
}

/** Replaces the earnings of these plants; a plant that was deleted in between is left out. */
export async function writePlantEarnings(db: Db, earnings: readonly DayEarnings[]): Promise<void> {
  const rows = earnings.map((each) => ({ ...each, dayEndsAt: new Date(each.dayEndsAt).toISOString() }));
  await sql`
    insert into plant_earnings
      (plant_key, energies_revision, plant_revision, day_ends_at, today_amount, unpriced_today_wh, is_estimated)
    select r."plantKey", r."energiesRevision", r."plantRevision", r."dayEndsAt", r.amount, r."unpricedWh", r."isEstimated"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("plantKey" integer, "energiesRevision" bigint,
      "plantRevision" text, "dayEndsAt" timestamptz, amount numeric, "unpricedWh" double precision, "isEstimated" boolean)
    join plants p on p.key = r."plantKey"
    on conflict (plant_key) do update set energies_revision = excluded.energies_revision,
      plant_revision = excluded.plant_revision, day_ends_at = excluded.day_ends_at, today_amount = excluded.today_amount,
      unpriced_today_wh = excluded.unpriced_today_wh, is_estimated = excluded.is_estimated`.execute(db);
}

/** Lets the earnings of a plant's day be computed again. */
export async function deletePlantEarnings(trx: Transaction, plantKey: number): Promise<void> {
  await sql`delete from plant_earnings where plant_key = ${plantKey}`.execute(trx);
}

/** Earnings of today by currency, over the plants in scope that show them; earnings of a day that is over are those of none. */
export async function sumEarningsToday(
  db: Db,
  scope: Scope,
  now: Date,
): Promise<DataInputOf<typeof endpoints.home.earnings>> {
  const { rows } = await sql<
    DataInputOf<typeof endpoints.home.earnings>["currencies"][number] & { hidden: number }
  >`
    with seen as (
      select p.key, p.currency, 'earnings' = any(hidden.parts) as is_hidden, 'energy' = any(hidden.parts) as hides_energy
      from plants p
      cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
      where ${listedInScope(scope)}
    )
    select s.currency,
      coalesce(trim_scale(sum(r.today_amount)), 0)::text as "amountToday",
      coalesce(sum(r.unpriced_today_wh) filter (where not s.hides_energy), 0) as "unpricedTodayWh",
      coalesce(bool_or(r.is_estimated), false) as "isEstimated",
      (count(*) filter (where not s.is_hidden))::int as "plantCount",
      (count(*) filter (where s.is_hidden))::int as hidden
    from seen s
    left join plant_earnings r on r.plant_key = s.key and not s.is_hidden and r.day_ends_at > ${now}
    group by s.currency
    order by "plantCount" desc, s.currency`.execute(db);
  return {
    currencies: rows.flatMap(({ hidden, ...row }) => (row.plantCount > 0 ? [row] : [])),
    earningsHiddenCount: rows.reduce((sum, { hidden }) => sum + hidden, 0),
  };
}

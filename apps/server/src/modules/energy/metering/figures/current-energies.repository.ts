import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import type { AcEnergies } from "../ac-energies-sql.ts";
import { acEnergies, acEnergiesJoin } from "../ac-energies-sql.ts";
import type { CurrentEnergies, EnergyColumns } from "../current-energies-sql.ts";
import { energiesJoin, energyColumns, readEnergies } from "../current-energies-sql.ts";
import { WINDOW_MS } from "../windows.ts";

/** Ends of the plant's own day, month and year that energies belong to, and the energies of the last hours. */
export interface EnergyPeriods {
  readonly dayEndsAt: number;
  readonly monthEndsAt: number;
  readonly yearEndsAt: number;
  /** First hour of the sums, in hours since 1970, and the sums as `accumulateHours` makes them. */
  readonly hoursFrom: number;
  readonly cumulativeWh: readonly number[];
}

/** Energies at an instant by plant; a plant without any counted day is absent. */
export async function listCurrentEnergies(
  db: Db,
  plantKeys: readonly number[],
  now: Date,
): Promise<CurrentEnergies[]> {
  if (plantKeys.length === 0) return [];
  const { rows } = await sql<EnergyColumns>`
    select ${energyColumns(now, { withWindows: true })}
    from plant_energies e where e.plant_key = any(${plantKeys}::integer[])`.execute(db);
  return rows.flatMap((row) => readEnergies(row) ?? []);
}

/** Energies of a plant on the AC side at an instant; undefined for a deleted plant. */
export async function findAcEnergies(db: Db, plantKey: number, now: Date): Promise<AcEnergies | undefined> {
  const { monthWh, yearWh, totalWh } = acEnergies(now);
  const { rows } = await sql<AcEnergies>`
    select ${monthWh} as "monthWh", ${yearWh} as "yearWh", ${totalWh} as "totalWh"
    from plants p ${energiesJoin} ${acEnergiesJoin(now, sql`select id from plants where key = ${plantKey}`)}
    where p.key = ${plantKey}`.execute(db);
  return rows[0];
}

/** Replaces the energies of these plants; a plant that was deleted in between is left out. */
export async function writeCurrentEnergies(
  trx: Transaction,
  energies: readonly (CurrentEnergies & EnergyPeriods)[],
): Promise<void> {
  if (energies.length === 0) return;
  const rows = energies.map((each) => ({
    plant_key: each.plantKey,
    day_ends_at: new Date(each.dayEndsAt).toISOString(),
    month_ends_at: new Date(each.monthEndsAt).toISOString(),
    year_ends_at: new Date(each.yearEndsAt).toISOString(),
    today_wh: each.todayWh,
    month_wh: each.monthWh,
    year_wh: each.yearWh,
    total_wh: each.totalWh,
    backfilled_today_wh: each.backfilledTodayWh,
    estimated_today_wh: each.estimatedTodayWh,
    implausible_today_wh: each.implausibleTodayWh,
    resets_today: each.resetsToday,
    first_day: each.firstDay,
    measured_windows: each.measuredWindows.map((at) => at / WINDOW_MS),
    hours_from: each.hoursFrom,
    cumulative_wh: each.cumulativeWh,
  }));
  await sql`
    insert into plant_energies (plant_key, day_ends_at, month_ends_at, year_ends_at, today_wh, month_wh, year_wh, total_wh, backfilled_today_wh,
      estimated_today_wh, implausible_today_wh, resets_today, first_day, measured_windows, hours_from, cumulative_wh)
    select r.plant_key, r.day_ends_at, r.month_ends_at, r.year_ends_at, r.today_wh, r.month_wh, r.year_wh, r.total_wh, r.backfilled_today_wh,
      r.estimated_today_wh, r.implausible_today_wh, r.resets_today, r.first_day, r.measured_windows, r.hours_from, r.cumulative_wh
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (plant_key integer,
      day_ends_at timestamptz, month_ends_at timestamptz, year_ends_at timestamptz,
      today_wh double precision, month_wh double precision, year_wh double precision, total_wh double precision,
      backfilled_today_wh double precision, estimated_today_wh double precision,
      implausible_today_wh double precision, resets_today integer, first_day date, measured_windows integer[],
      hours_from integer, cumulative_wh double precision[])
    join plants p on p.key = r.plant_key
    on conflict (plant_key) do update set day_ends_at = excluded.day_ends_at,
      month_ends_at = excluded.month_ends_at, year_ends_at = excluded.year_ends_at, today_wh = excluded.today_wh,
      month_wh = excluded.month_wh, year_wh = excluded.year_wh, total_wh = excluded.total_wh,
      backfilled_today_wh = excluded.backfilled_today_wh, estimated_today_wh = excluded.estimated_today_wh,
      implausible_today_wh = excluded.implausible_today_wh, resets_today = excluded.resets_today,
      first_day = excluded.first_day, measured_windows = excluded.measured_windows,
      hours_from = excluded.hours_from, cumulative_wh = excluded.cumulative_wh, revision = excluded.revision`.execute(
    trx,
  );
}

/** Plants with devices whose energies or hourly sums are not kept yet, as after an update from a version without them. */
export async function listPlantsWithoutEnergies(db: Db, only?: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select p.key from plants p
    where not exists (select from plant_energies e where e.plant_key = p.key and e.cumulative_wh <> '{}')
      and exists (select from device_links l where l.plant_id = p.id)
      and ${only ? sql`p.key = any(${only}::integer[])` : sql`true`}
    order by p.key`.execute(db);
  return rows.map(({ key }) => key);
}

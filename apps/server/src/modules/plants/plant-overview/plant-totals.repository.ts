import type { PlantStatus } from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, isKept, listedInScope, seesAllPlants } from "../../base/access/scope-sql.ts";
import { allCurrentStates, currentStates } from "../../devices/status/plant-status-sql.ts";
import { currentEnergies, lastDayWh } from "../../energy/metering/current-energies-sql.ts";

interface StateSums {
  readonly plantCount: number;
  readonly countByStatus: Record<PlantStatus, number>;
  readonly powerW: number;
  /** Of plants that have reported. */
  readonly installedCapacityKwp: number;
  readonly isUpdating: boolean;
  readonly updatedAt: Date | null;
  /** Plants whose energies, or alarms, are hidden from the caller. */
  readonly energyHiddenCount: number;
  readonly alarmsHiddenCount: number;
}

/** What is shown as unknown where every plant hides its energy. */
interface MainEnergies {
  readonly energyTodayWh: number;
  readonly energyMonthWh: number;
  readonly energyYearWh: number;
  readonly energyTotalWh: number;
  readonly energyLastDayWh: number;
}

interface EnergySums extends MainEnergies {
  readonly backfilledTodayWh: number;
  readonly estimatedTodayWh: number;
  readonly implausibleTodayWh: number;
}

/** Sums over plants. Energies that are hidden from the caller are not in them; null where those of every plant are. */
export type PlantTotals = StateSums &
  Omit<EnergySums, keyof MainEnergies> & { readonly [Name in keyof MainEnergies]: number | null };

/** Sums of the states of plants, and of what they hide from the caller. */
async function sumStates(
  db: Db,
  scope: Scope,
  { now, updating }: { now: Date; updating: readonly number[] },
): Promise<StateSums> {
  const counts = sql.join(
    plantStatus.options.map(
      (status) => sql`${sql.lit(status)}, count(*) filter (where status = ${sql.lit(status)})`,
    ),
  );
  const columns = ["status", "updated_at", "power_w"] as const;
  const ofSeen = sql`p.key, s.status, s.updated_at, s.power_w, p.installed_capacity_kwp`;
  const seen = seesAllPlants(scope)
    ? sql`${allCurrentStates(now, columns)},
      seen as (
        select ${ofSeen}, false as hides_energy, false as hides_alarms
        from current_states s join plants p on p.id = s.plant_id where ${isKept}
      )`
    : sql`chosen as (select p.id from plants p where ${listedInScope(scope)}), ${currentStates(now, columns)},
      seen as (
        select ${ofSeen}, 'energy' = any(hidden.parts) as hides_energy, 'alarms' = any(hidden.parts) as hides_alarms
        from current_states s
        join plants p on p.id = s.plant_id
        cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
      )`;
  const { rows } = await sql<StateSums>`
    with ${seen}
    select count(*)::int as "plantCount", jsonb_build_object(${counts}) as "countByStatus",
      coalesce(sum(power_w), 0) as "powerW",
      coalesce(sum(installed_capacity_kwp) filter (where status <> 'waiting' or (not hides_energy and exists (
        select from plant_energies e where e.plant_key = key and e.total_wh > 0))), 0)::float8 as "installedCapacityKwp",
      coalesce(bool_or(key = any(${updating}::integer[]) and not hides_energy), false) as "isUpdating",
      max(updated_at) as "updatedAt",
      (count(*) filter (where hides_energy))::int as "energyHiddenCount",
      (count(*) filter (where hides_alarms))::int as "alarmsHiddenCount"
    from seen`.execute(db);
  return rows[0] as StateSums;
}

/** Sums of the energies that the caller sees. */
async function sumEnergies(db: Db, scope: Scope, now: Date): Promise<EnergySums> {
  const energies = currentEnergies(now);
  const sum = (value: RawBuilder<number>) => sql`coalesce(sum(${value}), 0)`;
  const isSeen = seesAllPlants(scope)
    ? sql`e.plant_key not in (select p.key from plants p where not ${isKept})`
    : sql`e.plant_key in (select p.key from plants p where ${listedInScope(scope, "energy")})`;
  const { rows } = await sql<EnergySums>`
    select ${sum(energies.todayWh)} as "energyTodayWh", ${sum(energies.monthWh)} as "energyMonthWh",
      ${sum(energies.yearWh)} as "energyYearWh", ${sum(energies.totalWh)} as "energyTotalWh",
      ${sum(lastDayWh(now))} as "energyLastDayWh", ${sum(energies.backfilledTodayWh)} as "backfilledTodayWh",
      ${sum(energies.estimatedTodayWh)} as "estimatedTodayWh",
      ${sum(energies.implausibleTodayWh)} as "implausibleTodayWh"
    from plant_energies e where ${isSeen}`.execute(db);
  return rows[0] as EnergySums;
}

/**
 * Totals of the plants in scope; `updating` are the keys of plants whose energies are partial. States and energies are
 * summed by two statements at the same time: joined, the rows of 10,000 plants took twice as long.
 */
export async function sumPlants(
  db: Db,
  scope: Scope,
  given: { now: Date; updating: readonly number[] },
): Promise<PlantTotals> {
  const [states, energies] = await Promise.all([
    sumStates(db, scope, given),
    sumEnergies(db, scope, given.now),
  ]);
  const isHidden = states.plantCount > 0 && states.energyHiddenCount === states.plantCount;
  const shown = (wh: number) => (isHidden ? null : wh);
  return {
    ...states,
    ...energies,
    energyTodayWh: shown(energies.energyTodayWh),
    energyMonthWh: shown(energies.energyMonthWh),
    energyYearWh: shown(energies.energyYearWh),
    energyTotalWh: shown(energies.energyTotalWh),
    energyLastDayWh: shown(energies.energyLastDayWh),
  };
}

import type { PlantStatus } from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope, seesAllPlants } from "../../base/access/scope-sql.ts";
import { currentStates } from "../../devices/status/plant-status-sql.ts";
import { currentEnergies, lastDayWh } from "../../energy/metering/current-energies-sql.ts";

/** Sums over plants. Energies that are hidden from the caller are not in them; null where those of every plant are. */
export interface PlantTotals {
  readonly plantCount: number;
  readonly countByStatus: Record<PlantStatus, number>;
  readonly powerW: number;
  /** Of plants that have reported. */
  readonly installedCapacityKwp: number;
  readonly energyTodayWh: number | null;
  readonly energyMonthWh: number | null;
  readonly energyYearWh: number | null;
  readonly energyTotalWh: number | null;
  readonly energyLastDayWh: number | null;
  readonly backfilledTodayWh: number;
  readonly estimatedTodayWh: number;
  readonly implausibleTodayWh: number;
  readonly isUpdating: boolean;
  readonly updatedAt: Date | null;
  /** Plants whose energies, or alarms, are hidden from the caller. */
  readonly energyHiddenCount: number;
  readonly alarmsHiddenCount: number;
}

/** Sums of the energies `e` that are summed for home, by their name in the response. */
function summedEnergies(now: Date): RawBuilder<unknown> {
  const energies = currentEnergies(now);
  const values = {
    today_wh: energies.todayWh,
    month_wh: energies.monthWh,
    year_wh: energies.yearWh,
    total_wh: energies.totalWh,
    last_day_wh: lastDayWh(now),
    backfilled_wh: energies.backfilledTodayWh,
    estimated_wh: energies.estimatedTodayWh,
    implausible_wh: energies.implausibleTodayWh,
  };
  return sql.join(
    Object.entries(values).map(([name, value]) => sql`coalesce(sum(${value}), 0) as ${sql.ref(name)}`),
  );
}

/**
 * Totals of the plants in scope; `updating` are the keys of plants whose energies are partial. Energies are summed apart
 * from the states: joined, the rows of 10,000 plants took twice as long.
 */
export async function sumPlants(
  db: Db,
  scope: Scope,
  { now, updating }: { now: Date; updating: readonly number[] },
): Promise<PlantTotals> {
  const isEnergySeen = seesAllPlants(scope)
    ? sql`true`
    : sql`e.plant_key in (select key from seen where not hides_energy)`;
  const { rows } = await sql<PlantTotals>`
    with chosen as (select p.id from plants p where ${listedInScope(scope)}),
    ${currentStates(now, ["status", "updated_at", "power_w"])},
    seen as (
      select p.key, s.status, s.updated_at, s.power_w, p.installed_capacity_kwp::float8 as capacity_kwp,
        'energy' = any(hidden.parts) as hides_energy, 'alarms' = any(hidden.parts) as hides_alarms
      from current_states s
      join plants p on p.id = s.plant_id
      cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
    ),
    sums as (
      select count(*)::int as plants, coalesce(sum(power_w), 0) as power_w,
        coalesce(sum(capacity_kwp) filter (where status <> 'waiting' or (not hides_energy and exists (
          select from plant_energies e where e.plant_key = key and e.total_wh > 0))), 0) as capacity_kwp,
        count(*) > 0 and bool_and(hides_energy) as hides_energy,
        (count(*) filter (where hides_energy))::int as energy_hidden,
        (count(*) filter (where hides_alarms))::int as alarms_hidden,
        coalesce(bool_or(key = any(${updating}::integer[]) and not hides_energy), false) as is_updating,
        max(updated_at) as updated_at,
        jsonb_build_object(${sql.join(
          plantStatus.options.map(
            (status) => sql`${sql.lit(status)}, count(*) filter (where status = ${sql.lit(status)})`,
          ),
        )}) as counts
      from seen
    ),
    energies as (select ${summedEnergies(now)} from plant_energies e where ${isEnergySeen})
    select plants as "plantCount", counts as "countByStatus", power_w as "powerW",
      capacity_kwp as "installedCapacityKwp",
      case when not hides_energy then today_wh end as "energyTodayWh",
      case when not hides_energy then month_wh end as "energyMonthWh",
      case when not hides_energy then year_wh end as "energyYearWh",
      case when not hides_energy then total_wh end as "energyTotalWh",
      case when not hides_energy then last_day_wh end as "energyLastDayWh",
      backfilled_wh as "backfilledTodayWh", estimated_wh as "estimatedTodayWh", implausible_wh as "implausibleTodayWh",
      is_updating as "isUpdating", updated_at as "updatedAt", energy_hidden as "energyHiddenCount", alarms_hidden as "alarmsHiddenCount"
    from sums cross join energies`.execute(db);
  return rows[0] as PlantTotals;
}

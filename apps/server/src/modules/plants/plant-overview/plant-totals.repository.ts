import type { PlantStatus } from "@heliograph/contract";
import { plantStatus } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { currentStates } from "../../devices/status/plant-status-sql.ts";
import { currentEnergies, energiesJoin } from "../../energy/metering/current-energies-sql.ts";

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
  readonly backfilledTodayWh: number;
  readonly estimatedTodayWh: number;
  readonly implausibleTodayWh: number;
  readonly isUpdating: boolean;
  readonly updatedAt: Date | null;
  /** Whether the alarms of every plant are hidden from the caller: then their number is unknown, not zero. */
  readonly areAlarmsHidden: boolean;
}

/** Totals of the plants in scope; `updating` are the keys of plants whose energies are partial. */
export async function sumPlants(
  db: Db,
  scope: Scope,
  { now, updating }: { now: Date; updating: readonly number[] },
): Promise<PlantTotals> {
  const energies = currentEnergies(now);
  const { rows } = await sql<PlantTotals>`
    with chosen as (select p.id from plants p where ${listedInScope(scope)}), ${currentStates(now)},
    figures as (
      select s.status, s.updated_at, s.power_w, p.installed_capacity_kwp::float8 as capacity_kwp,
        'energy' = any(hidden.parts) as hides_energy, 'alarms' = any(hidden.parts) as hides_alarms,
        p.key = any(${updating}::integer[]) as is_updating, ${energies.todayWh} as today_wh,
        ${energies.monthWh} as month_wh, ${energies.yearWh} as year_wh, ${energies.totalWh} as total_wh,
        ${energies.backfilledTodayWh} as backfilled_wh, ${energies.estimatedTodayWh} as estimated_wh,
        ${energies.implausibleTodayWh} as implausible_wh
      from current_states s
      join plants p on p.id = s.plant_id
      cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
      ${energiesJoin}
    ),
    sums as (
      select count(*)::int as plants, coalesce(sum(power_w), 0) as power_w,
        coalesce(sum(capacity_kwp) filter (where status <> 'waiting' or (total_wh > 0 and not hides_energy)), 0) as capacity_kwp,
        count(*) > 0 and bool_and(hides_energy) as hides_energy,
        coalesce(count(*) > 0 and bool_and(hides_alarms), false) as hides_alarms,
        coalesce(sum(today_wh) filter (where not hides_energy), 0) as today_wh,
        coalesce(sum(month_wh) filter (where not hides_energy), 0) as month_wh,
        coalesce(sum(year_wh) filter (where not hides_energy), 0) as year_wh,
        coalesce(sum(total_wh) filter (where not hides_energy), 0) as total_wh,
        coalesce(sum(backfilled_wh) filter (where not hides_energy), 0) as backfilled_wh,
        coalesce(sum(estimated_wh) filter (where not hides_energy), 0) as estimated_wh,
        coalesce(sum(implausible_wh) filter (where not hides_energy), 0) as implausible_wh,
        coalesce(bool_or(is_updating and not hides_energy), false) as is_updating,
        max(updated_at) as updated_at,
        jsonb_build_object(${sql.join(
          plantStatus.options.map(
            (status) => sql`${sql.lit(status)}, count(*) filter (where status = ${sql.lit(status)})`,
          ),
        )}) as counts
      from figures
    )
    select plants as "plantCount", counts as "countByStatus", power_w as "powerW",
      capacity_kwp as "installedCapacityKwp",
      case when not hides_energy then today_wh end as "energyTodayWh",
      case when not hides_energy then month_wh end as "energyMonthWh",
      case when not hides_energy then year_wh end as "energyYearWh",
      case when not hides_energy then total_wh end as "energyTotalWh",
      backfilled_wh as "backfilledTodayWh", estimated_wh as "estimatedTodayWh", implausible_wh as "implausibleTodayWh",
      is_updating as "isUpdating", updated_at as "updatedAt", hides_alarms as "areAlarmsHidden"
    from sums`.execute(db);
  return rows[0] as PlantTotals;
}

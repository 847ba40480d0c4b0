import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { TREND_DAYS } from "@heliograph/contract";
import { listDays } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { EarningsService } from "../../energy/earnings/earnings.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { listPlantNames, sumZoneEnergies } from "./fleet.repository.ts";
import { sumCo2 } from "./fleet-co2.ts";
import { getFleetRange } from "./fleet-range.ts";
import { comparePlants } from "./plant-comparison.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

type Home = typeof endpoints.home;
type Trend = DataInputOf<Home["trend"]>;
type Expectations = Awaited<ReturnType<MeteringService["fleetExpectations"]>>;

const MAX_LOSSES = 6;

export type Fleet = ReturnType<typeof createFleet>;

function nameSource(expectations: Expectations): Trend["expectedFrom"] {
  const sum = (count: "expectedCount" | "irradianceCount") =>
    expectations.reduce((total, each) => total + each[count], 0);
  const measured = sum("irradianceCount");
  if (expectations.length === 0) return "none";
  if (measured === 0) return "clear-sky";
  return measured === sum("expectedCount") ? "irradiance" : "mixed";
}

/** Sums the rows of each date; undefined for a date without any. */
function sumByDay<Row extends { day: string }>(rows: readonly Row[]) {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return (day: string, figure: keyof Row): number | undefined =>
    byDay.get(day)?.reduce((sum, row) => sum + (row[figure] as number), 0);
}

/** Figures of all plants of a caller over days: trend and losses of home. */
export function createFleet(deps: {
  db: Db;
  clock: Clock;
  metering: MeteringService;
  earnings: EarningsService;
  overview: PlantOverview;
}) {
  const { db, clock, metering } = deps;

  return {
    /** Figures of plants in a period, side by side. */
    compare: (scope: Scope, query: QueryOf<typeof endpoints.station.compare>) =>
      comparePlants(deps, scope, query),

    /** Energy by date beside the expected one, over the plants in scope whose energy the caller sees. */
    async getTrend(scope: Scope): Promise<Trend> {
      const { range, energyHiddenCount } = await getFleetRange(deps, scope, TREND_DAYS);
      const [energies, expectations] = await Promise.all([
        metering.fleetDays(range),
        metering.fleetExpectations(range),
      ]);
      const energy = sumByDay(energies);
      const expectation = sumByDay(expectations);
      return {
        days: listDays(range.fromDay, range.toDay).map((day) => ({
          day,
          energyWh: energy(day, "energyWh") ?? null,
          plantCount: energy(day, "plantCount") ?? 0,
          expectedWh: expectation(day, "expectedWh") ?? null,
          comparedWh: expectation(day, "comparedWh") ?? null,
        })),
        expectedFrom: nameSource(expectations),
        energyHiddenCount,
      };
    },

    /** CO₂ avoided by the plants in scope whose energy the caller sees. */
    async getCo2(scope: Scope): Promise<DataInputOf<Home["co2"]>> {
      return sumCo2(await sumZoneEnergies(db, scope, new Date(clock.now())));
    },

    /** Plants in scope with the most energy below the expected one on the last complete days. */
    async listLosses(scope: Scope, query: QueryOf<Home["losses"]>): Promise<DataInputOf<Home["losses"]>> {
      const { range, energyHiddenCount } = await getFleetRange(deps, scope, Number(query.days));
      const losses = await metering.topLosses(range, MAX_LOSSES);
      const names = await listPlantNames(
        db,
        losses.map(({ plantKey }) => plantKey),
      );
      return {
        fromDay: range.fromDay,
        toDay: range.toDay,
        isCompared: losses.length > 0 || (await metering.fleetExpectations(range)).length > 0,
        rows: losses.flatMap(({ plantKey, energyWh, expectedWh, isIrradiance }) => {
          const plant = names.get(plantKey);
          if (plant === undefined) return [];
          return [
            { ...plant, energyWh, expectedWh, expectedFrom: isIrradiance ? "irradiance" : "clear-sky" },
          ];
        }),
        energyHiddenCount,
      };
    },
  };
}

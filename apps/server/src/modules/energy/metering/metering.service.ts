import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import type { DaySource } from "@heliograph/contract/layout-day";
import type { InstantRange, PlantZones } from "@heliograph/solar";
import { dayRange, daysRange, plantDayOf, zoneOfDay } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { CurrentEnergies } from "./current-energies-sql.ts";
import { readDayCurve } from "./curve/day-curve.ts";
import type { ExpectedPlanes, ModulePlane } from "./curve/expected-planes.ts";
import { readExpectedPlanes } from "./curve/expected-planes.ts";
import type { StepPower } from "./curve/expected-power.ts";
import { shareOfExpected } from "./curve/expected-power.ts";
import type { PlantPlace } from "./curve/measured-share.ts";
import { getMeasuredShare, listDaylightWindows } from "./curve/measured-share.ts";
import type { UnitStep } from "./curve/samples.repository.ts";
import { listDeviceSamples, listUnitSteps } from "./curve/samples.repository.ts";
import { readTypicalCurve } from "./curve/typical-curve.ts";
import { findComputedAt } from "./curve/unit-day.repository.ts";
import { readUnitDay } from "./curve/unit-day.ts";
import {
  listPlantExpectations,
  listTopLosses,
  sumFleetExpectations,
} from "./expected/expected-days.repository.ts";
import { readMeasuredShares } from "./figures/bar-coverage.ts";
import { coverBar, daysOfPeriod, fillBars, findBarRange } from "./figures/bars.ts";
import { listCurrentEnergies } from "./figures/current-energies.repository.ts";
import { recomputeDays, recountEnergies } from "./figures/current-energies.ts";
import { sumByPeriod, sumImplausible } from "./figures/energy.repository.ts";
import { readFleetDays } from "./figures/fleet-days.ts";
import type { MeterDay } from "./figures/meter-days.ts";
import { readMeterDays } from "./figures/meter-days.ts";
import type { PlantDay as CountedDay, DayNote } from "./figures/plant-days.repository.ts";
import { listDayNotes, listPlantDays } from "./figures/plant-days.repository.ts";
import type { UnitHours } from "./figures/unit-hours.repository.ts";
import { listUnitHours } from "./figures/unit-hours.repository.ts";
import { listAllUpdatingPlants, listUpdatingPlants } from "./figures/updating-plants.repository.ts";
import { findUnknownDays } from "./known-days.service.ts";
import type { NewMeteringSet } from "./metering-sets.repository.ts";
import { extendFirstMeteringSet, insertMeteringSet } from "./metering-sets.repository.ts";
import { levelAt } from "./metering-sets.ts";
import { readPerformance } from "./performance/performance.ts";
import type { EnergyPlant } from "./plants.repository.ts";
import { findDeviceKeys, findVisiblePlant, listPlantsByKey } from "./plants.repository.ts";
import type { RecountedDays } from "./roll-up/day-recounts.repository.ts";
import { requestRecount } from "./roll-up/day-recounts.repository.ts";
import { computePlantEnergy } from "./roll-up/plant-energy.repository.ts";
import { startOfWindow, WINDOW_MS } from "./windows.ts";

export type { CurrentEnergies } from "./current-energies-sql.ts";
export type { ModulePlane } from "./curve/expected-planes.ts";
export type { PlantExpectation } from "./expected/expected-days.repository.ts";
export type { UnitHours } from "./figures/unit-hours.repository.ts";
export type MeteringService = ReturnType<typeof createMeteringService>;

type CurveEndpoint = typeof endpoints.station.curve;
type EnergyEndpoint = typeof endpoints.station.energy;
type DataEndpoint = typeof endpoints.device.data;

/** A counted day. */
export interface PlantDay extends CountedDay {
  /** The energy of the day is known: it was measured, or is that of a correction. */
  readonly hasEnergy: boolean;
}

interface PlantOfDay {
  readonly plantId: string;
  readonly day: string;
}

/** Days, both included, of the plants with these keys. */
interface FleetRange {
  readonly plantKeys: readonly number[];
  readonly fromDay: string;
  readonly toDay: string;
}

const DAY_MS = 86_400_000;
const MAX_DEVICE_DAYS = 8;
// Eight days of a report every five seconds.
const MAX_DEVICE_ROWS = 140_000;

function toPoints(points: readonly StepPower[]) {
  return points.map(({ at, powerW }) => ({ at: new Date(at).toISOString(), powerW }));
}

export function createMeteringService(deps: { db: Db; clickhouse: ClickHouse; clock: Clock }) {
  const { db, clickhouse, clock } = deps;

  async function getPlant(scope: Scope, plantId: string): Promise<EnergyPlant> {
    const plant = await findVisiblePlant(db, scope, plantId);
    if (!plant) throw new AppError("A0404");
    return plant;
  }

  /** To be called before the figures are read: a report counted in between then marks them as partial rather than not. */
  async function isUpdating({ plantKey }: EnergyPlant, range: InstantRange): Promise<boolean> {
    return (await listUpdatingPlants(db, [plantKey], { now: clock.now(), range })).has(plantKey);
  }

  return {
    /** Keys of all plants whose energies are partial. */
    listAllUpdating: (): Promise<number[]> => listAllUpdatingPlants(db, clock.now()),

    /** Energies of many plants by their key, in one query; a plant without any counted day is absent. */
    async energyTotals(plantKeys: readonly number[]): Promise<Map<number, CurrentEnergies>> {
      const kept = await listCurrentEnergies(db, plantKeys, new Date(clock.now()));
      return new Map(kept.map((energies) => [energies.plantKey, energies]));
    },

    /** Share of today's daylight windows so far that have data; null without coordinates, at night, before any report. */
    measuredShareToday(
      plant: PlantPlace & { zones: PlantZones },
      energies: CurrentEnergies | undefined,
    ): number | null {
      const now = clock.now();
      const daylight = listDaylightWindows(plant, dayRange(plantDayOf(now, plant.zones), plant.zones), now);
      return energies ? getMeasuredShare(daylight, new Set(energies.measuredWindows)) : null;
    },

    /** Power over one local day beside the expected power. A0404 when the plant is not in scope. */
    async curve(scope: Scope, query: QueryOf<CurveEndpoint>): Promise<DataInputOf<CurveEndpoint>> {
      const plant = await getPlant(scope, query.stationId);
      const isPartial = await isUpdating(plant, dayRange(query.day, plant.zones));
      const curve = await readDayCurve({ db, clickhouse }, { plant, day: query.day, now: clock.now() });
      return {
        day: query.day,
        timeZone: zoneOfDay(query.day, plant.zones),
        fromAt: new Date(curve.fromAt).toISOString(),
        toAt: new Date(curve.toAt).toISOString(),
        stepS: curve.stepMs / 1000,
        source: curve.source,
        level: curve.level,
        points: toPoints(curve.points),
        expectedFrom: curve.expectation.from,
        expectedBy: curve.expectedBy,
        expected: toPoints(curve.expectation.points),
        clearSky: toPoints(curve.clearSky),
        weather: curve.weather.map(({ at, ...values }) => ({ at: new Date(at).toISOString(), ...values })),
        energyWh: curve.energyWh,
        expectedWh: curve.expectedWh,
        expectedShare: shareOfExpected(curve.points, curve.expectation.points),
        coverage: curve.coverage,
        hasDemoHistory: curve.hasDemoHistory,
        isUpdating: isPartial,
      };
    },

    /** Median power by quarter hour of the days before one. A0404 when the plant is not in scope. */
    async typicalCurve(
      scope: Scope,
      query: QueryOf<typeof endpoints.station.typicalCurve>,
    ): Promise<DataInputOf<typeof endpoints.station.typicalCurve>> {
      const plant = await getPlant(scope, query.stationId);
      const curve = await readTypicalCurve({ clickhouse }, { plant, day: query.day });
      return { ...curve, day: query.day, points: toPoints(curve.points) };
    },

    /** Performance over the last complete days, and avoided CO₂. A0404 when the plant is not in scope. */
    async performance(
      scope: Scope,
      query: QueryOf<typeof endpoints.station.performance>,
    ): Promise<DataInputOf<typeof endpoints.station.performance>> {
      return await readPerformance({ db, clickhouse }, await getPlant(scope, query.stationId), clock.now());
    },

    /** Energy by local day, week, month or year. A0404 when the plant is not in scope, A0400 for a period of another form. */
    async bars(scope: Scope, query: QueryOf<EnergyEndpoint>): Promise<DataInputOf<EnergyEndpoint>> {
      const plant = await getPlant(scope, query.stationId);
      const now = clock.now();
      const range = findBarRange(query.by, query.period, plantDayOf(now, plant.zones));
      if (!range) throw new AppError("A0400", { fields: [{ path: "period", key: "field.format" }] });
      const isPartial = await isUpdating(plant, daysRange(range.fromDay, range.toDay, plant.zones));
      const [sums, [totals]] = await Promise.all([
        sumByPeriod(clickhouse, { plantKey: plant.plantKey, ...range }),
        listCurrentEnergies(db, [plant.plantKey], new Date(now)),
      ]);
      const bars = fillBars(range, sums);
      const periods = bars.map(({ period }) => daysOfPeriod(period));
      const firstDay = totals?.firstDay ?? null;
      const shares = await readMeasuredShares(clickhouse, { plant, firstDay, now }, periods);
      return {
        level: levelAt(plant.meteringSets, now),
        bars: bars.map((bar, index) => coverBar(bar, shares[index] ?? null)),
        totalWh: bars.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0),
        isUpdating: isPartial,
      };
    },

    /** Samples of a device in its current plant. A0404 when that is not in scope. */
    async deviceData(scope: Scope, query: QueryOf<DataEndpoint>): Promise<DataInputOf<DataEndpoint>> {
      const range: InstantRange = { fromAt: Date.parse(query.fromAt), toAt: Date.parse(query.toAt) };
      const lengthMs = range.toAt - range.fromAt;
      if (lengthMs <= 0 || lengthMs > MAX_DEVICE_DAYS * DAY_MS)
        throw new AppError("A0400", { fields: [{ path: "toAt", key: "field.invalid" }] });
      const keys = await findDeviceKeys(db, scope, query.deviceId);
      if (!keys) throw new AppError("A0404");
      const [rows, implausibleWh] = await Promise.all([
        listDeviceSamples(clickhouse, { ...keys, range, limit: MAX_DEVICE_ROWS }),
        sumImplausible(clickhouse, { ...keys, range }),
      ]);
      return { rows, implausibleWh };
    },

    /** Mean values of some devices of a plant by step of a range; the caller has checked the access to the plant. */
    unitSteps: (input: {
      plantKey: number;
      deviceKeys: readonly number[];
      range: InstantRange;
      stepMs: number;
    }): Promise<UnitStep[]> => listUnitSteps(clickhouse, input),

    /** Values of all units over one local day, for the layout. A0404 when the plant is not in scope. */
    unitDay: async (scope: Scope, { plantId, day }: PlantOfDay): Promise<DaySource> =>
      await readUnitDay(clickhouse, { plant: await getPlant(scope, plantId), day }),

    /** Expected power of planes of a plant over one local day, for the layout. A0404 as above. */
    expectedPlanes: async (
      scope: Scope,
      { plantId, day }: PlantOfDay,
      planes: readonly ModulePlane[],
    ): Promise<ExpectedPlanes> =>
      await readExpectedPlanes(clickhouse, { plant: await getPlant(scope, plantId), day, planes }),

    /** Changes when the values of a day do; null while they are about to, and without any. A0404 as above. */
    async unitDayRevision(scope: Scope, { plantId, day }: PlantOfDay): Promise<string | null> {
      const plant = await getPlant(scope, plantId);
      const range = dayRange(day, plant.zones);
      const [isPartial, computedAt] = await Promise.all([
        isUpdating(plant, range),
        findComputedAt(clickhouse, { plantKey: plant.plantKey, range }),
      ]);
      if (isPartial) return null;
      // Another zone has other bounds of the same day, and another place another sunrise.
      const { latitude, longitude } = plant;
      return computedAt && [computedAt, range.fromAt, range.toAt, latitude, longitude].join("/");
    },

    /** Energies of a plant's units by hour, for work of the platform on every plant. */
    unitHours: (input: { plantKey: number; range: InstantRange }): Promise<UnitHours[]> =>
      listUnitHours(clickhouse, input),

    /** Energies of plants by day, as they count and as they were measured; the caller has checked the access to the plants. */
    async plantDays({
      onlyCorrected,
      ...range
    }: FleetRange & { onlyCorrected?: boolean }): Promise<PlantDay[]> {
      const only = onlyCorrected === true ? "corrected" : undefined;
      const days = await listPlantDays(clickhouse, { ...range, only });
      const isUnknown = await findUnknownDays({ db, clickhouse }, days, clock.now());
      return days.map((day) => ({ ...day, hasEnergy: !isUnknown(day) }));
    },

    /** Late, implausible and reset energies of a plant's days; the caller has checked the access to the plant. */
    dayNotes: (query: { plantKey: number; fromDay: string; toDay: string }): Promise<DayNote[]> =>
      listDayNotes(clickhouse, query),

    /** Time zones of a plant's days. A0404 when the plant is not in scope. */
    zonesOf: async (scope: Scope, plantId: string): Promise<PlantZones> =>
      (await getPlant(scope, plantId)).zones,

    /** What the AC meters of plants counted in a range; plants without a meter are absent. */
    meterDays: (input: { plantKeys: readonly number[]; range: InstantRange }): Promise<MeterDay[]> =>
      readMeterDays({ db, clickhouse }, { ...input, now: clock.now() }),

    /** Computes days of plants again, as after a correction. */
    recomputeDays: (range: FleetRange): Promise<void> =>
      recomputeDays({ db, clickhouse }, { ...range, now: clock.now() }),

    /** Has days of a plant counted again whose bounds change with the transaction. */
    requestRecount: (trx: Transaction, request: RecountedDays): Promise<void> => requestRecount(trx, request),

    /** Energy of plants by date, days of each plant's own calendar; the caller has checked the access to the plants. */
    fleetDays: (range: FleetRange) => readFleetDays({ db, clickhouse }, range, clock.now()),

    /** Expected energy of plants by date beside their energy in the same windows, on the same condition. */
    fleetExpectations: (range: FleetRange) => sumFleetExpectations(clickhouse, range),

    /** Expected energy by plant and day beside the energy of the same windows, on the same condition. */
    plantExpectations: (range: FleetRange) => listPlantExpectations(clickhouse, range),

    /** The plants with the most energy below the expected one, on the same condition. */
    topLosses: (range: FleetRange, limit: number) => listTopLosses(clickhouse, range, limit),

    /** Sets the level that counts for a plant from an instant on. */
    addMeteringSet: (trx: Transaction, set: NewMeteringSet): Promise<void> => insertMeteringSet(trx, set),

    /** Follows a plant whose grid connection date changed: its first metering set begins no later. */
    extendFirstMeteringSet: (trx: Transaction, plantId: string, day: string): Promise<void> =>
      extendFirstMeteringSet(trx, plantId, day),

    /** Recomputes plant windows and days from unit windows that were written without the roll-up, such as seeded history. */
    async rebuildPlantFromUnitWindows(plantKey: number, fromAt: number, toAt: number): Promise<void> {
      const plants = await listPlantsByKey(db, [plantKey]);
      const range = { fromAt: startOfWindow(fromAt), toAt: startOfWindow(toAt + WINDOW_MS - 1) };
      if (plants.length > 0) await computePlantEnergy({ db, clickhouse }, plants, range);
      await recountEnergies({ db, clickhouse }, [plantKey], clock.now());
    },

    /** Reads energies again for lists and totals, after plant days that were written without the roll-up. */
    recountEnergies: (plantKeys: readonly number[]): Promise<void> =>
      recountEnergies({ db, clickhouse }, plantKeys, clock.now()),
  };
}

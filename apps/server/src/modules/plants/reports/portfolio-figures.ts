import { plantDayOf, plantDaysOf } from "@heliograph/solar";
import type { Scope } from "../../base/access/scope.ts";
import type { PlantEarnings } from "../../energy/earnings/fleet-earnings.service.ts";
import type { PlantDay } from "../../energy/metering/metering.service.ts";
import type { AlarmFigures, FiguresDeps } from "./plant-figures.ts";
import { listElapsedDays } from "./plant-figures.ts";
import type { ReportPlant } from "./report-plants.repository.ts";
import type { ReportRange } from "./report-range.ts";
import { instantsOf } from "./report-range.ts";
import { countAlarms, listFrequentAlarms } from "./report-records.repository.ts";

/** Plants whose days are read in one query. */
const PLANTS_PER_STEP = 500;

/** A plant in a report of several. */
export interface PlantSum {
  readonly plant: ReportPlant;
  /** Null without any data of the period. */
  readonly energyWh: number | null;
  readonly daysWithData: number;
  readonly correctedDays: number;
  /** Days of the period so far, since the plant's first data. */
  readonly dayCount: number;
  /** Undefined where the plant hides them from the caller; the amount is null without any data of the period. */
  readonly earnings: (Omit<PlantEarnings, "amount"> & { readonly amount: string | null }) | undefined;
}

export interface PortfolioFigures {
  readonly range: ReportRange;
  readonly tag: string | undefined;
  /** The plants were chosen. */
  readonly isChosen: boolean;
  /** Chosen plants that the caller does not see. */
  readonly absentCount: number;
  readonly now: number;
  /** The highest specific yield first, plants without data last. */
  readonly sums: readonly PlantSum[];
  /** Energy by `2026-03-29`, or of a year by `2026-03`; a period without data of any plant is absent. */
  readonly byPeriod: ReadonlyMap<string, number>;
  readonly energyHiddenCount: number;
  readonly earningsHiddenCount: number;
  /** Undefined without the permission, and where all plants hide their alarms. */
  readonly alarms: AlarmFigures | undefined;
  /** The latest local day of all plants. */
  readonly today: string;
  readonly isUpdating: boolean;
}

interface Input {
  readonly plants: readonly ReportPlant[];
  readonly range: ReportRange;
  readonly tag: string | undefined;
  readonly stationIds: readonly string[] | undefined;
  /** Called after each step with the number of plants done. */
  readonly onStep: (done: number) => Promise<void>;
}

async function readAlarms(
  { db }: FiguresDeps,
  scope: Scope,
  { plants, range }: Input,
): Promise<AlarmFigures | undefined> {
  const shown = plants.filter(({ hiddenParts }) => !hiddenParts.includes("alarms"));
  if (!scope.permissionIds.has("alarm:read") || shown.length === 0) return undefined;
  const periods = [...Map.groupBy(shown, ({ zones }) => JSON.stringify(zones)).values()].map((group) => ({
    plantIds: group.map(({ stationId }) => stationId),
    ...instantsOf(range, (group[0] as ReportPlant).zones),
  }));
  const [counts, frequent] = await Promise.all([countAlarms(db, periods), listFrequentAlarms(db, periods)]);
  return { counts, frequent };
}

const showsEarnings = ({ hiddenParts }: ReportPlant): boolean => !hiddenParts.includes("earnings");

function earningsOf(plant: ReportPlant, earnings: PlantEarnings | undefined): PlantSum["earnings"] {
  if (!showsEarnings(plant)) return undefined;
  return earnings ?? { amount: null, unpricedWh: 0, isEstimated: false };
}

const yieldOf = ({ energyWh, plant }: PlantSum): number =>
  energyWh === null ? Number.NEGATIVE_INFINITY : energyWh / plant.capacityKwp;

/** Reads the figures of several plants, as far as the caller sees them. */
export async function readPortfolioFigures(
  deps: FiguresDeps,
  scope: Scope,
  input: Input,
): Promise<PortfolioFigures> {
  const { metering, fleetEarnings, clock } = deps;
  const { range, tag, stationIds, onStep } = input;
  const { fromDay, toDay, kind } = range;
  const now = clock.now();
  const plants = input.plants.filter(({ hiddenParts }) => !hiddenParts.includes("energy"));
  const updating = new Set(await metering.listAllUpdating());
  const byPeriod = new Map<string, number>();
  const sums: PlantSum[] = [];

  function addDay({ day, energyWh }: PlantDay): void {
    const period = kind === "year" ? day.slice(0, 7) : day;
    byPeriod.set(period, (byPeriod.get(period) ?? 0) + energyWh);
  }

  for (let from = 0; from < plants.length; from += PLANTS_PER_STEP) {
    const step = plants.slice(from, from + PLANTS_PER_STEP);
    const plantKeys = step.map(({ plantKey }) => plantKey);
    const days = await metering.plantDays({ plantKeys, fromDay, toDay });
    const earned = await fleetEarnings.sumPlants(
      step.filter(showsEarnings).map(({ plantKey }) => plantKey),
      { fromDay, toDay },
    );
    for (const key of earned.updatingKeys) updating.add(key);
    const known = days.filter(({ hasEnergy }) => hasEnergy);
    known.forEach(addDay);
    const byPlant = Map.groupBy(known, ({ plantKey }) => plantKey);
    for (const plant of step) {
      const own = byPlant.get(plant.plantKey) ?? [];
      sums.push({
        plant,
        energyWh: own.length === 0 ? null : own.reduce((sum, { energyWh }) => sum + energyWh, 0),
        daysWithData: own.length,
        correctedDays: own.filter(({ isCorrected }) => isCorrected).length,
        dayCount: listElapsedDays(range, plant, plantDayOf(now, plant.zones)).length,
        earnings: earningsOf(plant, own.length === 0 ? undefined : earned.sums.get(plant.plantKey)),
      });
    }
    await onStep(sums.length);
  }
  return {
    range,
    tag,
    isChosen: stationIds !== undefined,
    absentCount: (stationIds?.length ?? input.plants.length) - input.plants.length,
    now,
    sums: sums.toSorted((one, other) => yieldOf(other) - yieldOf(one)),
    byPeriod,
    energyHiddenCount: input.plants.length - plants.length,
    earningsHiddenCount: sums.filter(({ earnings }) => earnings === undefined).length,
    alarms: await readAlarms(deps, scope, { ...input, plants }),
    today: plantDaysOf(
      now,
      plants.map(({ zones }) => zones),
    ).latest,
    isUpdating: plants.some(({ plantKey }) => updating.has(plantKey)),
  };
}

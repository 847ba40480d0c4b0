import type { InstantRange } from "@heliograph/solar";
import { addDays, dayRange, plantDayOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { MeteringService } from "../metering/metering.service.ts";
import type { AutomaticPlant, UncountedCorrection } from "./correction-job.repository.ts";
import { listAutomaticPlants, listCorrectedBefore, listUncounted } from "./correction-job.repository.ts";
import { insertCorrection } from "./corrections.repository.ts";
import { countCorrections } from "./counting.ts";

const CHECK_EVERY_MS = 2 * 60_000;
/** A gateway may send its meter's readings days later; a day that waits longer is left as measured. */
const MAX_DAYS = 7;
const PLANTS_PER_STEP = 500;

/** A day of a plant that the automatic correction waits for. */
interface OpenDay {
  readonly plant: AutomaticPlant;
  readonly day: string;
  readonly range: InstantRange;
}

/** Corrects the days of plants with the automatic correction, once their meters were read after the day's end. */
export function createCorrectionJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  metering: Pick<MeteringService, "meterDays" | "plantDays" | "recomputeDays">;
  onEnergyChanged: (plantId: string) => void;
  /** Limits the job to these plants. */
  plantKeys?: readonly number[];
}) {
  const { db, clock, logger, metering, plantKeys: only } = deps;

  function listEndedDays(plant: AutomaticPlant, now: number): OpenDay[] {
    const today = plantDayOf(now, plant.zones);
    return Array.from({ length: MAX_DAYS }, (_, index) => addDays(today, -1 - index))
      .map((day) => ({ plant, day, range: dayRange(day, plant.zones) }))
      .filter(({ range }) => range.toAt > Math.max(range.fromAt, plant.since.getTime()));
  }

  /** Days that ended since the automatic correction was switched on, and that were never corrected before. */
  async function listOpenDays(plants: readonly AutomaticPlant[]): Promise<OpenDay[]> {
    const now = clock.now();
    const days = plants.flatMap((plant) => listEndedDays(plant, now));
    const fromDay = days.map(({ day }) => day).sort()[0];
    if (fromDay === undefined) return [];
    const plantIds = plants.map(({ plantId }) => plantId);
    const before = await listCorrectedBefore(db, { plantIds, fromDay });
    const known = new Set(before.map(({ plantId, day }) => `${plantId} ${day}`));
    return days.filter(({ plant, day }) => !known.has(`${plant.plantId} ${day}`));
  }

  /** Corrects one day of plants in the same time zones. */
  async function correctDay(open: readonly OpenDay[]): Promise<UncountedCorrection[]> {
    const [{ day, range }] = open as [OpenDay];
    const plantKeys = open.map(({ plant }) => plant.plantKey);
    const meters = await metering.meterDays({ plantKeys, range });
    const usable = meters.filter(({ isComplete, isCounting }) => isComplete && !isCounting);
    if (usable.length === 0) return [];
    const measured = await metering.plantDays({
      ...{ plantKeys: usable.map(({ plantKey }) => plantKey), fromDay: day, toDay: day },
    });
    const sources = new Map(measured.map((each) => [each.plantKey, each]));
    const plants = new Map(open.map(({ plant }) => [plant.plantKey, plant]));
    const corrected: UncountedCorrection[] = [];
    for (const { plantKey, energyWh } of usable) {
      const { plantId } = plants.get(plantKey) as AutomaticPlant;
      const source = sources.get(plantKey);
      const correctionId = await insertCorrection(db, {
        ...{ plantId, day, mode: "auto", correctedWh: energyWh, at: new Date(clock.now()) },
        sourceWh: source?.hasData ? source.measuredWh : null,
      });
      if (correctionId !== undefined)
        corrected.push({ correctionId, plantId, plantKey, day, isCancelled: false });
    }
    return corrected;
  }

  async function correctPlants(plants: readonly AutomaticPlant[], signal: AbortSignal): Promise<void> {
    const alike = Map.groupBy(await listOpenDays(plants), ({ plant, day }) =>
      JSON.stringify([day, plant.zones]),
    );
    for (const open of alike.values()) {
      if (signal.aborted) return;
      try {
        await countCorrections(deps, await correctDay(open));
      } catch (error) {
        // The other days are corrected; these plants again in the next round.
        logger.error({ err: error, day: open[0]?.day }, "automatic correction of a day failed");
      }
    }
  }

  /** Counts what a process that ended did not. */
  async function countRest(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rest = await listUncounted(db, { limit: PLANTS_PER_STEP, only });
      if (rest.length === 0 || signal.aborted) return;
      await countCorrections(deps, rest);
    }
  }

  async function check(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await countRest(signal);
    let afterKey = 0;
    while (!signal.aborted) {
      const plants = await listAutomaticPlants(db, { afterKey, limit: PLANTS_PER_STEP, only });
      await correctPlants(plants, signal);
      const last = plants.at(-1);
      if (!last || plants.length < PLANTS_PER_STEP) return;
      afterKey = last.plantKey;
    }
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "days could not be corrected automatically",
  });
  return { start: loop.start, stop: loop.stop, check };
}

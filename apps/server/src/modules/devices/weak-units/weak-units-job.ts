import { addDays, dayRange, listDays, plantDayOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { systemScope } from "../../base/access/scope.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { TariffService } from "../../energy/tariffs/tariffs.service.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import { listConditions, lostPerMonth, toCondition } from "./findings.ts";
import type { JudgedUnit } from "./judge-plant.ts";
import { judgePlantDay } from "./judge-plant.ts";
import type { PlantToJudge } from "./plant-units.repository.ts";
import { listPlantsToJudge, listPlantUnits } from "./plant-units.repository.ts";
import type { NewAnalysis } from "./unit-analyses.repository.ts";
import { deleteAnalyses, listLeftFindings, writeAnalyses } from "./unit-analyses.repository.ts";

const CHECK_EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Reports of a day may arrive this late. */
const GRACE_MS = 2 * HOUR_MS;
/** After a gateway has connected, what it kept meanwhile arrives within this time or is being counted. */
const SETTLE_MS = 15 * 60_000;
/** Days that are made up for after a pause. */
const MAX_DAYS = 7;

/**
 * Days of a plant that are over and not judged yet. A day waits until a gateway has been heard after it: before, a plant
 * without connection would be judged by a part of its reports, and never again.
 */
function listDueDays({ zones, judgedDay, heardAt, connectedAt }: PlantToJudge, now: number): string[] {
  if (now - connectedAt.getTime() < SETTLE_MS) return [];
  const last = addDays(plantDayOf(Math.min(now - GRACE_MS, heardAt.getTime()), zones), -1);
  const earliest = addDays(last, 1 - MAX_DAYS);
  const first = judgedDay === null || judgedDay < earliest ? earliest : addDays(judgedDay, 1);
  const hasTime = (day: string): boolean => {
    const { fromAt, toAt } = dayRange(day, zones);
    return toAt > fromAt;
  };
  return first <= last ? listDays(first, last).filter(hasTime) : [];
}

const sumHours = (rows: readonly (readonly number[])[], count: number): number[] =>
  Array.from({ length: count }, (_, hour) => rows.reduce((sum, row) => sum + (row[hour] ?? 0), 0));

/** Judges the units of every plant by each of its days once that is over, and raises and ends their alarms. */
export function createWeakUnitsJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  metering: Pick<MeteringService, "unitHours" | "listAllUpdating">;
  tariffs: Pick<TariffService, "averagePriceToday">;
  alarms: Pick<AlarmService, "applyDeviceConditions">;
}) {
  const { db, clock, logger, metering, tariffs, alarms } = deps;

  const toAnalysis = (judged: JudgedUnit, day: string, currency: string, price?: number): NewAnalysis => {
    const { unit, finding, days, bestRatios, lostWh } = judged;
    const since = unit.finding === finding ? unit.sinceDay : day;
    return {
      deviceId: unit.deviceId,
      days,
      bestRatios,
      lostWh,
      finding: finding ?? null,
      sinceDay: finding === undefined ? null : since,
      lostPerMonth: finding === undefined || price === undefined ? null : lostPerMonth(judged, price),
      currency: finding === undefined || price === undefined ? null : currency,
    };
  };

  async function judgeDay(plant: PlantToJudge, day: string): Promise<void> {
    const { plantId, plantKey, zones, currency } = plant;
    const range = dayRange(day, zones);
    const placed = await listPlantUnits(db, { plantId, fromAt: new Date(range.fromAt) });
    const hours = await metering.unitHours({ plantKey, range });
    const heard = new Set(hours.map(({ deviceKey }) => deviceKey));
    // One that is placed but was never heard is not installed yet.
    const units = placed.filter(({ isKnown, deviceKey }) => isKnown || heard.has(deviceKey));
    const hourCount = Math.ceil((range.toAt - range.fromAt) / HOUR_MS);
    const judged = judgePlantDay({ units, hours, hourCount, day: Date.parse(day) / DAY_MS });
    const weights = sumHours(
      hours.map(({ energyWh }) => energyWh),
      hourCount,
    );
    const price = await tariffs.averagePriceToday(systemScope(), { id: plantId, zones }, weights);
    // First the alarms: they are the same when a day is judged again after a crash.
    await alarms.applyDeviceConditions(listConditions(plantId, judged, range.toAt));
    const analyses = judged.map((ofUnit) => toAnalysis(ofUnit, day, currency, price));
    await db.transaction().execute((trx) => writeAnalyses(trx, { plantId, plantDay: day, analyses }));
  }

  async function endLeft(plantId: string, at: number): Promise<void> {
    const left = await listLeftFindings(db, plantId);
    if (left.length === 0) return;
    await alarms.applyDeviceConditions(left.map((unit) => toCondition("gone", { plantId, ...unit, at })));
    const deviceIds = left.map(({ deviceId }) => deviceId);
    await db.transaction().execute((trx) => deleteAnalyses(trx, deviceIds));
  }

  async function judgePlant(
    plant: PlantToJudge,
    days: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await endLeft(plant.plantId, clock.now());
    for (const day of days) {
      if (signal.aborted) return;
      await judgeDay(plant, day);
    }
  }

  async function check(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const now = clock.now();
    const due = (await listPlantsToJudge(db))
      .map((plant) => ({ plant, days: listDueDays(plant, now) }))
      .filter(({ days }) => days.length > 0);
    const updating = new Set(due.length === 0 ? [] : await metering.listAllUpdating());
    for (const { plant, days } of due) {
      if (signal.aborted) return;
      if (updating.has(plant.plantKey)) continue;
      try {
        await judgePlant(plant, days, signal);
      } catch (error) {
        // The next plants do not wait for this one; it is judged again in the next round.
        logger.error({ err: error, plantId: plant.plantId }, "units could not be judged");
      }
    }
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "plants whose units are to be judged could not be listed",
  });

  return { start: loop.start, stop: loop.stop, check };
}

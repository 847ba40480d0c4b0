import type { DaySource } from "@heliograph/contract/layout-day";
import type { InstantRange } from "@heliograph/solar";
import { dayRange, zoneOfDay } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";
import { listDarkSteps } from "./measured-share.ts";
import { listUnitSamples, listUnitWindows } from "./unit-day.repository.ts";
import type { PlacedReadings } from "./unit-means.ts";
import { placeReadings, toUnitMeans } from "./unit-means.ts";

const STEP_MS = 300_000;

/** Whole steps of five minutes that hold a report of each unit. */
const stepOf = ({ reportIntervalS }: EnergyPlant): number =>
  Math.max(1, Math.ceil((reportIntervalS * 1000) / STEP_MS)) * STEP_MS;

interface Read {
  readonly plantKey: number;
  readonly range: InstantRange;
  readonly stepMs: number;
}

/** Samples of a day, each of them once. */
async function readSamples(
  clickhouse: ClickHouse,
  read: Read,
  { minIntervalS }: EnergyPlant,
): Promise<PlacedReadings> {
  const isGrouped = minIntervalS * 1000 < read.stepMs;
  const place = async (isFinal: boolean): Promise<PlacedReadings> =>
    placeReadings(await listUnitSamples(clickhouse, { ...read, isGrouped, isFinal }));
  if (isGrouped) return await place(true);
  const found = await place(false);
  // Samples that were stored twice are two of a step.
  return found.isSingle ? found : await place(true);
}

/** Values of all units of a plant over one of its local days: from samples, else from windows of a quarter hour. */
export async function readUnitDay(
  clickhouse: ClickHouse,
  { plant, day }: { plant: EnergyPlant; day: string },
): Promise<DaySource> {
  const { plantKey, zones } = plant;
  const range = dayRange(day, zones);
  const ofSamples = { plantKey, range, stepMs: stepOf(plant) };
  const samples = await readSamples(clickhouse, ofSamples, plant);
  const source = samples.units.length > 0 ? "samples" : "windows";
  const read = source === "samples" ? ofSamples : { plantKey, range, stepMs: WINDOW_MS };
  const readings = source === "samples" ? samples : placeReadings(await listUnitWindows(clickhouse, read));
  const { header, filled, planeOf } = toUnitMeans(readings);
  return {
    header: {
      ...range,
      day,
      timeZone: zoneOfDay(day, zones),
      stepS: read.stepMs / 1000,
      steps: Math.ceil((range.toAt - range.fromAt) / read.stepMs),
      source,
      ...header,
      dark: listDarkSteps(plant, range, read.stepMs),
    },
    filled,
    planeOf,
  };
}

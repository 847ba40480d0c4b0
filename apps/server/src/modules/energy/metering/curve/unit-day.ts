import type { DaySource } from "@heliograph/contract/layout-day";
import { dayRange, zoneOfDay } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";
import { listDarkSteps } from "./measured-share.ts";
import { listUnitSamples, listUnitWindows } from "./unit-day.repository.ts";
import { toUnitMeans } from "./unit-means.ts";

const STEP_MS = 300_000;

/** Whole steps of five minutes that hold a report of each unit. */
const stepOf = ({ reportIntervalS }: EnergyPlant): number =>
  Math.max(1, Math.ceil((reportIntervalS * 1000) / STEP_MS)) * STEP_MS;

/** Values of all units of a plant over one of its local days: from samples, else from windows of a quarter hour. */
export async function readUnitDay(
  clickhouse: ClickHouse,
  { plant, day }: { plant: EnergyPlant; day: string },
): Promise<DaySource> {
  const { plantKey, zones } = plant;
  const range = dayRange(day, zones);
  const read = { plantKey, range };
  const samples = await listUnitSamples(clickhouse, {
    ...{ ...read, stepMs: stepOf(plant) },
    isGrouped: plant.reportIntervalS * 1000 < stepOf(plant),
  });
  const source = samples.length > 0 ? "samples" : "windows";
  const stepMs = source === "samples" ? stepOf(plant) : WINDOW_MS;
  const readings = source === "samples" ? samples : await listUnitWindows(clickhouse, { ...read, stepMs });
  const steps = Math.ceil((range.toAt - range.fromAt) / stepMs);
  const { header, planeOf } = toUnitMeans(readings, steps);
  return {
    header: {
      ...range,
      day,
      timeZone: zoneOfDay(day, zones),
      stepS: stepMs / 1000,
      steps,
      source,
      ...header,
      dark: listDarkSteps(plant, range, stepMs),
    },
    planeOf,
  };
}

import type { DayPlanes } from "@heliograph/contract/layout-day";
import { dayRange, zoneOfDay } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";
import { listDarkSteps } from "./measured-share.ts";
import type { UnitDayRow } from "./unit-day.repository.ts";
import { listUnitDays, listUnitWindowDays } from "./unit-day.repository.ts";

const STEP_MS = 300_000;

/** Whole steps of five minutes that hold a report of each unit. */
const stepOf = ({ reportIntervalS }: EnergyPlant): number =>
  Math.max(1, Math.ceil((reportIntervalS * 1000) / STEP_MS)) * STEP_MS;

function toPlanes(rows: readonly UnitDayRow[], steps: number): DayPlanes["planes"] {
  const plane = (values: (row: UnitDayRow) => Uint16Array): Uint16Array => {
    const counts = new Uint16Array(rows.length * steps);
    for (const [index, row] of rows.entries()) counts.set(values(row), index * steps);
    return counts;
  };
  return {
    powerW: plane(({ power }) => power),
    voltageV: plane(({ voltage }) => voltage),
    currentA: plane(({ current }) => current),
    temperatureC: plane(({ temperature }) => temperature),
    signalDbm: plane(({ signal }) => signal),
  };
}

/** Values of all units of a plant over one of its local days: from samples, else from windows of a quarter hour. */
export async function readUnitDay(
  clickhouse: ClickHouse,
  { plant, day }: { plant: EnergyPlant; day: string },
): Promise<DayPlanes> {
  const { plantKey, zones } = plant;
  const range = dayRange(day, zones);
  const read = { plantKey, range };
  const samples = await listUnitDays(clickhouse, { ...read, stepMs: stepOf(plant) });
  const source = samples.length > 0 ? "samples" : "windows";
  const stepMs = source === "samples" ? stepOf(plant) : WINDOW_MS;
  const rows = source === "samples" ? samples : await listUnitWindowDays(clickhouse, { ...read, stepMs });
  const steps = Math.ceil((range.toAt - range.fromAt) / stepMs);
  return {
    header: {
      ...range,
      day,
      timeZone: zoneOfDay(day, zones),
      stepS: stepMs / 1000,
      steps,
      source,
      units: rows.map(({ unit }) => unit),
      powerScales: rows.map(({ powerScale }) => powerScale),
      open: Object.fromEntries(
        rows.flatMap(({ open }, index) => (open.length > 0 ? [[index, [...open]]] : [])),
      ),
      dark: listDarkSteps(plant, range, stepMs),
    },
    planes: toPlanes(rows, steps),
  };
}

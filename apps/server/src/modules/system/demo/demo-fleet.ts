import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dayRange, plantDayOf } from "@heliograph/solar";
import type { CounterStarts } from "./demo-counters.ts";
import type { DemoFault, DemoPlant } from "./demo-plants.ts";
import { listUnits } from "./demo-units.ts";

/** A demo plant as created. */
export interface MadePlant {
  readonly plant: DemoPlant;
  readonly prefix: string;
  readonly registrationCode: string;
  readonly counterStarts: CounterStarts;
}

const SEED = 20_260_101;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const demoFolder = (dataFolder: string): string => join(dataFolder, "demo");
export const fleetPath = (dataFolder: string): string => join(demoFolder(dataFolder), "fleet.json");

/** Midnight at the plant that many days ago, UTC ms. */
export function midnightDaysAgo({ timeZone }: DemoPlant, now: number, days: number): number {
  return dayRange(plantDayOf(now - days * DAY_MS, timeZone), timeZone).fromAt;
}

/** A fault as the simulator reads it: its beginning is an instant. */
function toFleetFault({ began, ...fault }: DemoFault, plant: DemoPlant, now: number) {
  if (began === undefined) return fault;
  const beganAt = midnightDaysAgo(plant, now, began.daysAgo) + began.hour * HOUR_MS;
  return { ...fault, from: new Date(beganAt).toISOString() };
}

function toSite({ plant, prefix, registrationCode, counterStarts }: MadePlant, now: number) {
  const units = listUnits(plant, prefix);
  const snsOf = (type: string, arrayName = "") =>
    units.filter((unit) => unit.type === type && unit.arrayName === arrayName).map(({ sn }) => sn);
  let placed = 0;
  const arrays = plant.arrays.map(({ roof: _, ...array }) => {
    const count = array.rows * array.columns;
    placed += count;
    return {
      ...array,
      counterStartWh: counterStarts.modulesWh.slice(placed - count, placed),
      ...(array.stringDevice === "SCON" && { stringSns: snsOf("SCON", array.name) }),
      ...(array.moduleDevice === "OPT" && { moduleSns: snsOf("OPT", array.name) }),
    };
  });
  return {
    name: plant.name,
    timeZone: plant.timeZone,
    currency: plant.currency,
    latitude: plant.latitude,
    longitude: plant.longitude,
    altitudeM: plant.altitudeM,
    visibility: plant.visibility,
    price: plant.price,
    meteringLevel: plant.meteringLevel,
    climate: plant.climate,
    gateways: [
      {
        sn: snsOf("DCON")[0],
        registrationCode,
        intervalS: plant.intervalS,
        acMeter: plant.acMeter,
        ...(plant.acMeter && { acCounterStartWh: counterStarts.acMeterWh }),
        pyranometer: plant.pyranometer,
        arrays,
      },
    ],
    faults: plant.faults.map((fault) => toFleetFault(fault, plant, now)),
  };
}

/** Writes the fleet file of the simulator; it contains the registration codes, so only its owner can read it. */
export function writeFleet(
  dataFolder: string,
  fleet: { now: number; beginAt: number; backfillDays: number; plants: readonly MadePlant[] },
): void {
  mkdirSync(demoFolder(dataFolder), { recursive: true, mode: 0o700 });
  const path = fleetPath(dataFolder);
  const content = {
    seed: SEED,
    beginAt: new Date(fleet.beginAt).toISOString(),
    backfillDays: fleet.backfillDays,
    isEntered: true,
    sites: fleet.plants.map((made) => toSite(made, fleet.now)),
  };
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Start of the demo plants' reports and end of their history, UTC ms; undefined without a fleet file. */
export function findBeginAt(dataFolder: string): number | undefined {
  const path = fleetPath(dataFolder);
  if (!existsSync(path)) return undefined;
  const { beginAt } = JSON.parse(readFileSync(path, "utf8")) as { beginAt: string };
  return Date.parse(beginAt);
}

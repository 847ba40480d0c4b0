import { setImmediate } from "node:timers/promises";
import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { shareMeasured } from "./figures/bar-coverage.ts";
import { listMeasuredQuarters } from "./figures/measured-quarters.repository.ts";
import type { EnergyPlant } from "./plants.repository.ts";
import { listPlantsByKey } from "./plants.repository.ts";

interface DayOfPlant {
  readonly plantKey: number;
  readonly day: string;
}

/** A day of a plant as it was counted. */
interface CountedDay extends DayOfPlant {
  /** What counts: the energy of a correction where the day has one. */
  readonly energyWh: number;
  readonly isCorrected: boolean;
  /** Any unit was measured on the day. */
  readonly hasData: boolean;
}

interface Engines {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

// ClickHouse limits the length of a query, in which each plant has up to eleven characters.
const PLANTS_PER_QUERY = 5_000;

const keyOf = ({ plantKey, day }: DayOfPlant): string => `${plantKey} ${day}`;

/** Days in groups that one query reads the windows of: each plant of a group has a day in its month. */
function groupDays(days: readonly DayOfPlant[], plants: readonly EnergyPlant[]) {
  const byKey = new Map(plants.map((plant, index) => [plant.plantKey, { plant, index }]));
  const dated = days.flatMap(({ plantKey, day }) => {
    const known = byKey.get(plantKey);
    // Without coordinates it is not known when the sun was up.
    if (known === undefined || known.plant.latitude === null) return [];
    return [{ ...known, plantKey, day, ...dayRange(day, known.plant.zones) }];
  });
  const groups = Map.groupBy(dated, ({ plant, index, day }) =>
    JSON.stringify([plant.meteringSets, Math.floor(index / PLANTS_PER_QUERY), day.slice(0, 7)]),
  );
  return [...groups.values()];
}

/** Adds the days of a group whose daylight so far is without any data. */
async function addNightOnly(
  clickhouse: ClickHouse,
  group: ReturnType<typeof groupDays>[number],
  { now, unknown }: { readonly now: number; readonly unknown: Set<string> },
): Promise<void> {
  const measured = await listMeasuredQuarters(clickhouse, {
    plantKeys: [...new Set(group.map(({ plantKey }) => plantKey))],
    meteringSets: group[0]?.plant.meteringSets ?? [],
    range: {
      fromAt: Math.min(...group.map(({ fromAt }) => fromAt)),
      toAt: Math.max(...group.map(({ toAt }) => toAt)),
    },
  });
  for (const [done, { plant, plantKey, day, ...range }] of group.entries()) {
    if (shareMeasured(plant, range, { now, measured: measured(plantKey) }) === 0)
      unknown.add(keyOf({ plantKey, day }));
    // The sun of ten years takes a quarter of a second.
    if (done % 100 === 99) await setImmediate();
  }
}

/**
 * Finds the days whose energy is not known at an instant: without energy and correction, they have no data, or no data of
 * their daylight so far, as the first day of an outage. Every figure of such a day is missing, never 0.
 */
export async function findUnknownDays(
  { db, clickhouse }: Engines,
  days: readonly CountedDay[],
  now: number,
): Promise<(day: DayOfPlant) => boolean> {
  const empty = days.filter(({ energyWh, isCorrected }) => energyWh === 0 && !isCorrected);
  const unknown = new Set(empty.filter(({ hasData }) => !hasData).map(keyOf));
  const open = empty.filter(({ hasData }) => hasData);
  if (open.length > 0) {
    const plants = await listPlantsByKey(db, [...new Set(open.map(({ plantKey }) => plantKey))]);
    for (const group of groupDays(open, plants)) await addNightOnly(clickhouse, group, { now, unknown });
  }
  return (day) => unknown.has(keyOf(day));
}

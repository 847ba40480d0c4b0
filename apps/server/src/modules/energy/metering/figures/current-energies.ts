import { dayRange, monthRange, plantDayOf, yearRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { levelAt } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listPlantsByKey } from "../plants.repository.ts";
import { waitForPlants } from "../roll-up/marks.repository.ts";
import { computePlantDays } from "../roll-up/plant-energy.repository.ts";
import { writeCurrentEnergies } from "./current-energies.repository.ts";
import type { EnergyTotals } from "./energy.repository.ts";
import { listRecentWindows, readEnergyTotals } from "./energy.repository.ts";
import { accumulateHours, firstHourAt, HOUR_MS } from "./last-day.ts";

// ClickHouse limits the length of a query, and each plant is named in it.
const PLANTS_PER_QUERY = 500;

/**
 * Reads the energies of plants as of `now` from their days and windows, and keeps them. The caller holds the lock of the
 * plants, so that an older reading never replaces a newer one. A plant without any counted day keeps none.
 */
export async function keepCurrentEnergies(
  { trx, clickhouse }: { trx: Transaction; clickhouse: ClickHouse },
  plants: readonly EnergyPlant[],
  now: number,
): Promise<void> {
  const dated = plants.map(({ plantKey, zones, meteringSets }) => {
    const day = plantDayOf(now, zones);
    return {
      key: plantKey,
      zones,
      today: day,
      level: levelAt(meteringSets, now),
      ...dayRange(day, zones),
    };
  });
  const totals = await readEnergyTotals(clickhouse, dated);
  const counted = dated.filter(({ key }) => totals.has(key));
  const hoursFrom = firstHourAt(now);
  const windows = await listRecentWindows(clickhouse, counted, hoursFrom * HOUR_MS);
  await writeCurrentEnergies(
    trx,
    counted.map(({ key, zones, today, toAt }) => ({
      ...(totals.get(key) as EnergyTotals),
      plantKey: key,
      dayEndsAt: toAt,
      monthEndsAt: monthRange(today.slice(0, 7), zones).toAt,
      yearEndsAt: yearRange(today.slice(0, 4), zones).toAt,
      measuredWindows: windows.get(key)?.measured ?? [],
      hoursFrom,
      cumulativeWh: accumulateHours(windows.get(key)?.hoursWh ?? new Map(), hoursFrom),
    })),
  );
}

/** Works on plants, some at a time, after the roll-up of any of them that is being computed. */
async function inTurn(
  db: Db,
  plantKeys: readonly number[],
  work: (trx: Transaction, plants: readonly EnergyPlant[]) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < plantKeys.length; index += PLANTS_PER_QUERY) {
    const keys = plantKeys.slice(index, index + PLANTS_PER_QUERY);
    await db.transaction().execute(async (trx) => {
      await waitForPlants(trx, keys);
      await work(trx, await listPlantsByKey(trx, keys));
    });
  }
}

/** Reads and keeps the energies of plants again. */
export async function recountEnergies(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  plantKeys: readonly number[],
  now: number,
): Promise<void> {
  await inTurn(db, plantKeys, (trx, plants) => keepCurrentEnergies({ trx, clickhouse }, plants, now));
}

/** Computes days of plants, both included, again from their windows and corrections, and keeps the plants' energies. */
export async function recomputeDays(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  { plantKeys, now, ...days }: { plantKeys: readonly number[]; fromDay: string; toDay: string; now: number },
): Promise<void> {
  await inTurn(db, plantKeys, async (trx, plants) => {
    await computePlantDays({ db: trx, clickhouse }, plants, days);
    await keepCurrentEnergies({ trx, clickhouse }, plants, now);
  });
}

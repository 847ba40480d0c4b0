import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { levelAt } from "../metering-sets.ts";
import { listPlantsByKey } from "../plants.repository.ts";
import type { MeterEnergy } from "./meter-days.repository.ts";
import { listMeterEnergies } from "./meter-days.repository.ts";
import { listUpdatingPlants } from "./updating-plants.repository.ts";

/** Energy of a plant by its AC meters. */
export interface MeterDay extends MeterEnergy {
  /** The meters are the plant's metering level, so that their energy is the measured one. */
  readonly isCounting: boolean;
}

/** What AC meters counted in a range; incomplete while late reports of the plant are being counted. */
export async function readMeterDays(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  { plantKeys, range, now }: { plantKeys: readonly number[]; range: InstantRange; now: number },
): Promise<MeterDay[]> {
  // Before the energies, so that a report counted in between marks them as incomplete rather than not.
  const updating = await listUpdatingPlants(db, plantKeys, { now, range });
  const energies = await listMeterEnergies(clickhouse, { plantKeys, range });
  const plants = await listPlantsByKey(
    db,
    energies.map(({ plantKey }) => plantKey),
  );
  const levels = new Map(
    plants.map(({ plantKey, meteringSets }) => [plantKey, levelAt(meteringSets, range.toAt - 1)]),
  );
  return energies.map((energy) => ({
    ...energy,
    isComplete: energy.isComplete && !updating.has(energy.plantKey),
    isCounting: levels.get(energy.plantKey) === "ac-meter",
  }));
}

import type { Db } from "../../../infra/postgres/database.ts";
import type { MeteringService } from "../metering/metering.service.ts";
import type { UncountedCorrection } from "./correction-job.repository.ts";
import { markCounted } from "./correction-job.repository.ts";

export interface CountingDeps {
  readonly db: Db;
  readonly metering: Pick<MeteringService, "recomputeDays">;
  /** Called when energies of the plant changed. */
  onEnergyChanged(plantId: string): void;
}

/** Lets the energies of plants follow corrections that were entered or cancelled. */
export async function countCorrections(
  { db, metering, onEnergyChanged }: CountingDeps,
  corrections: readonly UncountedCorrection[],
): Promise<void> {
  for (const [day, ofDay] of Map.groupBy(corrections, (each) => each.day)) {
    const plantKeys = [...new Set(ofDay.map(({ plantKey }) => plantKey))];
    await metering.recomputeDays({ plantKeys, fromDay: day, toDay: day });
    await markCounted(db, ofDay);
    for (const plantId of new Set(ofDay.map((each) => each.plantId))) onEnergyChanged(plantId);
  }
}

import { listChangedPlants } from "./joined-units.repository.ts";
import { joinUnits } from "./joined-units.ts";
import { deleteClosed } from "./left-open.repository.ts";
import { judgePlant, publishSafety } from "./operations.ts";
import { listOverdue } from "./safety.repository.ts";
import type { SafetyDeps } from "./safety-change.ts";
import { createSafetyChange } from "./safety-change.ts";
import { listEvidence, timeOutUnits } from "./units.repository.ts";

/** What time and new devices change in running shutdowns and resets; for the role `jobs`. */
export function createSafetyUpkeep(deps: SafetyDeps) {
  const { db, bus, clock } = deps;
  const change = createSafetyChange(deps);

  return {
    /** What joined a plant during its shutdown becomes a part of it. Returns the number of plants. */
    async joinUnits(): Promise<number> {
      const changed = await listChangedPlants(db);
      for (const { plantId, operationId } of changed)
        await change(plantId, async (trx, safety, { operation, at }) => {
          if (operation && safety.operationId === operationId && operation.endedAt === null)
            await joinUnits(trx, safety, { operation, at });
        });
      return changed.length;
    },

    /** What was left open by a release is measured closed. Returns the number of plants. */
    async deleteClosedUnits(): Promise<number> {
      const plantIds = await deleteClosed(db);
      for (const plantId of plantIds) publishSafety(bus, plantId);
      return plantIds.length;
    },

    /** Ends the countdowns that are over. Returns their number. */
    async endCountdowns(): Promise<number> {
      const overdue = await listOverdue(db, new Date(clock.now()));
      for (const { plantId, operationId } of overdue)
        await change(plantId, async (trx, safety, { operation, at }) => {
          if (safety.operationId !== operationId || !operation) return;
          await timeOutUnits(trx, operationId);
          const units = await listEvidence(trx, operationId);
          await judgePlant(trx, safety, { operation, units, now: at });
        });
      return overdue.length;
    },
  };
}

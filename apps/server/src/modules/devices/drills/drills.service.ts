import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import { MAX_LISTED_DRILLS } from "@heliograph/contract";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { SafetyService } from "../safety/safety.service.ts";
import type { UnitSwitchService } from "../safety/unit-switch.service.ts";
import type { DrillRow } from "./drills.repository.ts";
import {
  getSchedule,
  insertDrill,
  listDrillRows,
  listDrillStrings,
  writeInterval,
} from "./drills.repository.ts";

export type DrillService = ReturnType<typeof createDrillService>;

/** Drills of rapid shutdown: started and reset by a person at the plant. */
export function createDrillService(deps: {
  db: Db;
  safety: Pick<SafetyService, "stop">;
  unitSwitch: Pick<UnitSwitchService, "open">;
}) {
  const { db, safety, unitSwitch } = deps;

  const toDrill = (scope: Scope, { authorId, ...row }: DrillRow) => ({
    ...row,
    isMine: authorId !== null && authorId === scope.accountId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  });

  return {
    async list(scope: Scope, plant: PlantAccess): Promise<DataInputOf<typeof endpoints.safety.drills>> {
      const { plantId } = plant;
      const rows = await listDrillRows(db, { scope, plant, limit: MAX_LISTED_DRILLS });
      const { everyMonths, dueAt } = await getSchedule(db, plantId);
      return {
        rows: rows.map((row) => toDrill(scope, row)),
        strings: await listDrillStrings(db, plant),
        everyMonths,
        dueAt: dueAt?.toISOString() ?? null,
        mayChangeInterval: isLevelEnough(plant, "administer") && scope.permissionIds.has("station:edit"),
      };
    },

    /** A0440 while the plant or the string is not in normal operation; otherwise as a shutdown, or as opening the string. */
    async start(
      actor: Actor,
      plant: PlantAccess,
      { stationId, stringId, note, idempotencyKey }: BodyOf<typeof endpoints.safety.startDrill>,
    ): Promise<{ operationId: string }> {
      const { plantId } = plant;
      const recordDrill = (trx: Transaction, operationId: string) =>
        insertDrill(trx, { plantId, operationId, note });
      const { operationId } =
        stringId === undefined
          ? await safety.stop(actor, plant, { stationId, reason: note, idempotencyKey }, recordDrill)
          : await unitSwitch.open(
              actor,
              plant,
              { deviceId: stringId, reason: note, idempotencyKey },
              recordDrill,
            );
      return { operationId };
    },

    async setInterval(actor: Actor, { plantId }: PlantAccess, everyMonths: number | null): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const original = await getSchedule(trx, plantId);
        await writeInterval(trx, { plantId, everyMonths });
        await writeAudit(trx, {
          kind: "operation",
          type: "safety.drillInterval",
          actorId: actor.scope.accountId,
          companyId: actor.scope.companyId,
          plantId,
          objectType: "station",
          objectId: plantId,
          original: { everyMonths: original.everyMonths },
          new: { everyMonths },
          address: actor.address,
        });
      });
    },
  };
}

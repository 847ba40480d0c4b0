import type { BodyOf, endpoints, PlantSettings } from "@heliograph/contract";
import type { Db } from "../../infra/postgres/database.ts";
import type { PlantAccessChange } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { Actor } from "./hold-plant.ts";
import { holdPlantFor } from "./hold-plant.ts";
import { readSettings, writeSettings } from "./settings.repository.ts";

type Body = BodyOf<typeof endpoints.sharing.settings>;

/** An address that is not jumped to is not kept. */
function toSettings({ jump, jumpAddress, participantSees }: Body): PlantSettings {
  return jump === "address" ? { jump, jumpAddress, participantSees } : { jump, participantSees };
}

/** Changes what opening a plant shows first and what its participants see (R6.7). */
export function createSettingsChange(deps: { db: Db; tell: (change: PlantAccessChange) => void }) {
  const { db, tell } = deps;
  return async (actor: Actor, body: Body): Promise<void> => {
    const { scope, address } = actor;
    const plantId = body.stationId;
    const settings = toSettings(body);
    await db.transaction().execute(async (trx) => {
      const { plant } = await holdPlantFor(trx, scope, { plantId, need: "administer" });
      const original = await readSettings(trx, scope, plantId);
      await writeSettings(trx, scope, { plantId, settings });
      await writeAudit(trx, {
        kind: "operation",
        type: "station.settings",
        actorId: scope.accountId,
        companyId: plant.companyId,
        plantId,
        objectType: "station",
        objectId: plantId,
        original,
        new: settings,
        method: "api",
        address,
      });
    });
    tell({ plantId, newAccountIds: [] });
  };
}

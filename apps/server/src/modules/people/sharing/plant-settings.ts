import type { BodyOf, endpoints, PlantSettings } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { isUnchanged } from "../../../infra/apply-change.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccessChange } from "../../base/access/plant-access-events.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { lockPlantFor } from "./plant-lock.ts";
import { readSettings, writeSettings } from "./settings.repository.ts";

type Body = BodyOf<typeof endpoints.sharing.settings>;

/** The settings after a change. Throws A0400 for a jump to an address without one; an unused address is removed. */
function toSettings(before: Partial<PlantSettings>, body: Body): Partial<PlantSettings> {
  const { stationId: _, jumpAddress = before.jumpAddress, ...change } = body;
  const { jumpAddress: __, ...after } = { ...before, ...change };
  if (after.jump !== "address") return after;
  if (jumpAddress == null)
    throw new AppError("A0400", { fields: [{ path: "jumpAddress", key: "field.required" }] });
  return { ...after, jumpAddress };
}

/** Changes which page a plant opens with and which parts its participants see (R6.7). */
export function createSettingsChange(deps: { db: Db; publish: (change: PlantAccessChange) => void }) {
  const { db, publish } = deps;
  return async (actor: Actor, body: Body): Promise<void> => {
    const { scope, address } = actor;
    const plantId = body.stationId;
    const isChanged = await db.transaction().execute(async (trx) => {
      const { plant } = await lockPlantFor(trx, scope, { plantId, need: "administer" });
      const original = await readSettings(trx, plant);
      const settings = toSettings(original, body);
      if (isUnchanged(original, settings)) return false;
      await writeSettings(trx, plant, settings);
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
      return true;
    });
    if (isChanged) publish({ plantId, newAccountIds: [] });
  };
}

import type { BodyOf, DataInputOf, endpoints, PlantTagResult } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { lockTags, writeTags } from "./plant-tags.repository.ts";

type Body = BodyOf<typeof endpoints.station.changeTags>;
type Change = Pick<Body, "add" | "remove">;

/** Tags of one plant. */
const MAX_TAGS_PER_PLANT = 20;

export type PlantTagService = ReturnType<typeof createPlantTagService>;

/** Tags of plants, changed by accounts that may edit the plant. */
export function createPlantTagService({ db, access }: { db: Db; access: AccessService }) {
  async function changePlant(
    actor: Actor,
    plant: PlantAccess,
    change: Change,
  ): Promise<PlantTagResult | undefined> {
    return await db.transaction().execute(async (trx) => {
      const current = await lockTags(trx, plant);
      if (current === undefined) return undefined;
      const before = new Set(current.tags);
      const added = [...new Set(change.add)].filter((tag) => !before.has(tag));
      const removed = change.remove.filter((tag) => before.has(tag) && !change.add.includes(tag));
      if (added.length === 0 && removed.length === 0) return "unchanged";
      const tags = [...current.tags.filter((tag) => !removed.includes(tag)), ...added];
      if (tags.length > MAX_TAGS_PER_PLANT) return "tooMany";
      await writeTags(trx, plant, { added, removed });
      await writeAudit(trx, {
        kind: "operation",
        type: "station.tags",
        actorId: actor.scope.accountId,
        companyId: current.companyId,
        plantId: plant.plantId,
        objectType: "station",
        objectId: plant.plantId,
        original: { tags: current.tags },
        new: { tags },
        address: actor.address,
      });
      return "done";
    });
  }

  return {
    /** Changes the tags of each plant; one that the caller does not see has no row, as one that does not exist. */
    async change(
      actor: Actor,
      { stationIds, ...change }: Body,
    ): Promise<DataInputOf<typeof endpoints.station.changeTags>> {
      const rows: { stationId: string; result: PlantTagResult }[] = [];
      // One by one: a call for many plants leaves connections to the others.
      for (const stationId of stationIds) {
        const plant = await access.findPlant(actor.scope, stationId);
        if (plant === undefined || plant.level === "public") continue;
        const isAllowed = isLevelEnough(plant, "administer");
        const result = isAllowed ? await changePlant(actor, plant, change) : "notAllowed";
        if (result !== undefined) rows.push({ stationId, result });
      }
      return { rows };
    },
  };
}

import { randomUUID } from "node:crypto";
import type { BodyOf, DataInputOf, endpoints, PlantShareResult } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import { decideEnd } from "./grant-rules.ts";
import { checkOfferRate } from "./invitations.ts";
import { invite } from "./invite.ts";
import type { NotifyOfOffer } from "./offer-notifications.ts";
import type { OfferTarget } from "./offer-target.ts";
import type { LockedPlant } from "./offers.repository.ts";
import type { LockedPlantAccess } from "./plant-lock.ts";
import { lockVisiblePlant } from "./plant-lock.ts";
import { resolveTarget } from "./resolve-target.ts";

type SharePlants = typeof endpoints.sharing.sharePlants;
type Wanted = Omit<BodyOf<SharePlants>, "stationIds"> & { readonly to: OfferTarget; readonly callId: string };

/** Invitations of one recipient to several plants; a plant that the caller does not see has no row, as one that does not exist. */
export function createPlantShares({ db, clock, notify }: { db: Db; clock: Clock; notify: NotifyOfOffer }) {
  async function invitePlant(
    trx: Transaction,
    actor: Actor,
    locked: LockedPlantAccess,
    wanted: Wanted,
  ): Promise<PlantShareResult> {
    if (!isLevelEnough(locked.access, "administer")) return "notAllowed";
    const { endsAt, fields } = decideEnd(locked.access, wanted, clock.now());
    const keys = fields.map(({ key }) => key);
    // Wrong for every plant.
    if (keys.includes("field.future")) throw new AppError("A0400", { fields });
    if (keys.includes("field.ownerMakesAdministrators")) return "noAdministrators";
    if (keys.includes("field.afterOwnEnd")) return "afterOwnEnd";
    return (await invite(trx, actor, locked, { ...wanted, endsAt })).result;
  }

  return async (
    actor: Actor,
    { stationIds, ...body }: BodyOf<SharePlants>,
  ): Promise<DataInputOf<SharePlants>> =>
    await db.transaction().execute(async (trx) => {
      await checkOfferRate(trx, actor.scope);
      const to = await resolveTarget(trx, actor.scope, body.target);
      const wanted = { ...body, to, callId: randomUUID() };
      const rows: { stationId: string; result: PlantShareResult }[] = [];
      const shared: LockedPlant[] = [];
      // In one order: two calls for the same plants would otherwise wait for each other.
      for (const stationId of stationIds.toSorted()) {
        const locked = await lockVisiblePlant(trx, actor.scope, stationId);
        if (locked === undefined) continue;
        const result = await invitePlant(trx, actor, locked, wanted);
        rows.push({ stationId, result });
        if (result === "done") shared.push(locked.plant);
      }
      const [plant] = shared;
      const count = shared.length;
      if (plant !== undefined)
        await notify(trx, actor, { event: count === 1 ? "shared" : "sharedMany", to, plant, count });
      return { rows };
    });
}

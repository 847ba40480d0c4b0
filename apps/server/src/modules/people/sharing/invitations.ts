import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccessChange } from "../../base/access/plant-access-events.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { canShareAsAdministrator, decideEnd } from "./grant-rules.ts";
import type { ClosedAccount, EndedGrant } from "./grants.repository.ts";
import {
  endDependentGrants,
  endGrant,
  endGrantOf,
  endGrantsOfClosedAccount,
  endGrantsOfPlant,
  findOpenGrant,
  listPlantsOfClosedAccount,
  moveDependentGrants,
  replaceGrantOf,
  respondToInvitation,
} from "./grants.repository.ts";
import { auditGrant, invite, MAX_OPEN } from "./invite.ts";
import type { NotifyOfOffer } from "./offer-notifications.ts";
import { toAccount, toTarget } from "./offer-target.ts";
import type { LockedPlant, PlantFacts } from "./offers.repository.ts";
import { countRecentOffers } from "./offers.repository.ts";
import { lockOfferedPlant, lockPlantFor } from "./plant-lock.ts";
import { resolveTarget } from "./resolve-target.ts";

type ShareBody = BodyOf<typeof endpoints.sharing.share>;
type RespondBody = BodyOf<typeof endpoints.sharing.shareAnswer>;

/** Offers of one account an hour: each may send a mail to a stranger. */
const MAX_PER_HOUR = 30;

export async function checkOfferRate(trx: Transaction, scope: Scope): Promise<void> {
  if ((await countRecentOffers(trx, scope)) >= MAX_PER_HOUR)
    throw new AppError("A0501", { retryAfterS: 3_600 });
}

/** Writes the audit row of a grant that ended. */
export async function auditEnd(
  trx: Transaction,
  actor: Actor,
  { plant, ended }: { plant: PlantFacts; ended: EndedGrant },
): Promise<void> {
  const { grantId, accountId, state } = ended;
  await auditGrant(trx, actor, {
    type: "station.shareEnd",
    plant,
    grantId,
    original: { state, accountId },
    next: { state: "ended" },
  });
}

function refuse(result: "tooMany" | "alreadyInvited"): AppError {
  if (result === "alreadyInvited") return new AppError("A0440", { messageKey: "message.alreadyInvited" });
  const problem = { path: "target", key: "field.tooManyInvitations", params: { max: MAX_OPEN } } as const;
  return new AppError("A0400", { fields: [problem] });
}

/** Invitations to a plant and the grants created from them; mount() has checked the caller's access. */
export function createInvitations(deps: {
  db: Db;
  clock: Clock;
  notify: NotifyOfOffer;
  publish: (change: PlantAccessChange) => void;
}) {
  const { db, clock, notify, publish } = deps;

  /** Audits each grant that ended and notifies its account. */
  async function notifyEnded(
    trx: Transaction,
    actor: Actor,
    { plant, ended }: { plant: PlantFacts; ended: readonly EndedGrant[] },
  ): Promise<void> {
    for (const grant of ended) {
      await auditEnd(trx, actor, { plant, ended: grant });
      const event = grant.state === "active" ? "ended" : "withdrawn";
      await notify(trx, actor, { event, to: toTarget(grant), plant });
    }
  }

  return {
    async share(actor: Actor, body: ShareBody): Promise<{ grantId: string }> {
      const { scope } = actor;
      return await db.transaction().execute(async (trx) => {
        const locked = await lockPlantFor(trx, scope, { plantId: body.stationId, need: "administer" });
        const { endsAt, fields } = decideEnd(locked.access, body, clock.now());
        if (fields.length > 0) throw new AppError("A0400", { fields });
        await checkOfferRate(trx, scope);
        const to = await resolveTarget(trx, scope, body.target);
        const invited = await invite(trx, actor, locked, { ...body, to, endsAt, callId: null });
        if (invited.result !== "done") throw refuse(invited.result);
        await notify(trx, actor, { event: "shared", to, plant: locked.plant });
        return { grantId: invited.grantId };
      });
    },

    /** Accepts or declines an invitation; the access check has verified that it is addressed to the caller. */
    async respond(actor: Actor, { grantId, accept }: RespondBody): Promise<{ stationId: string | null }> {
      const { scope } = actor;
      const accountId = scope.accountId as string;
      const plantId = await db.transaction().execute(async (trx) => {
        const { plant } = await lockOfferedPlant(trx, scope, { kind: "share", id: grantId });
        if (plant.ownerId === accountId) throw new AppError("A0440", { messageKey: "message.offerOver" });
        // An account has one grant to a plant, so the new one replaces an earlier one.
        const before = accept ? await replaceGrantOf(trx, plant, accountId) : undefined;
        const invitation = await respondToInvitation(trx, scope, { grantId, accept });
        if (!invitation) throw new AppError("A0440", { messageKey: "message.offerOver" });
        const { invitedBy, ...granted } = invitation;
        if (before) {
          await auditEnd(trx, actor, { plant, ended: before });
          const fromGrantId = before.grantId;
          // The grants given by an account that is no longer administrator end.
          if (granted.level === "administrator")
            await moveDependentGrants(trx, plant, { fromGrantId, toGrantId: grantId });
          else
            await notifyEnded(trx, actor, {
              plant,
              ended: await endDependentGrants(trx, plant, fromGrantId),
            });
        }
        const event = accept ? "accepted" : "declined";
        await notify(trx, actor, { event, to: toAccount(invitedBy), plant });
        const next = { state: accept ? "active" : "declined", ...granted };
        const original = { state: "invited" };
        await auditGrant(trx, actor, { type: "station.shareAnswer", plant, grantId, original, next });
        return plant.plantId;
      });
      if (accept) publish({ plantId, newAccountIds: [accountId] });
      return { stationId: accept ? plantId : null };
    },

    /** Of two concurrent calls one ends the grant, and the other finds it ended. */
    async end(actor: Actor, { plantId, grantId }: { plantId: string; grantId: string }): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { scope } = actor;
        const { plant, access: ender } = await lockPlantFor(trx, scope, { plantId, need: "administer" });
        const open = await findOpenGrant(trx, plant, grantId);
        const isOwn = open?.accountId === scope.accountId;
        if (open?.level === "administrator" && !isOwn && !canShareAsAdministrator(ender))
          throw new AppError("A0300", { messageKey: "message.ownerMakesAdministrators" });
        await notifyEnded(trx, actor, { plant, ended: await endGrant(trx, plant, grantId) });
      });
      publish({ plantId, newAccountIds: [] });
    },

    /**
     * Ends the grants that an account gave under its own grants, and its own ones too when it is cancelled; these are only
     * audited, without a notification. Returns the affected plants. They are not locked, since answering an offer locks
     * the plant before the account.
     */
    async endWithAccount(trx: Transaction, actor: Actor, closed: ClosedAccount): Promise<string[]> {
      const plants = await listPlantsOfClosedAccount(trx, closed);
      for (const plant of plants) {
        const ended = await endGrantsOfClosedAccount(trx, closed, plant.plantId);
        const isOwn = ({ accountId }: EndedGrant) => accountId === closed.account.accountId;
        for (const own of ended.filter(isOwn)) await auditEnd(trx, actor, { plant, ended: own });
        await notifyEnded(trx, actor, { plant, ended: ended.filter((each) => !isOwn(each)) });
      }
      return plants.map(({ plantId }) => plantId);
    },

    /** Ends all grants and invitations of a locked plant. */
    async endAll(trx: Transaction, actor: Actor, plant: LockedPlant): Promise<void> {
      await notifyEnded(trx, actor, { plant, ended: await endGrantsOfPlant(trx, plant) });
    },

    async leave(actor: Actor, plantId: string): Promise<void> {
      const { scope } = actor;
      await db.transaction().execute(async (trx) => {
        const { plant } = await lockPlantFor(trx, scope, { plantId, need: "read" });
        const ended = await endGrantOf(trx, plant, scope.accountId as string);
        if (ended.length === 0) throw new AppError("A0440", { messageKey: "message.noGrant" });
        await notifyEnded(trx, actor, { plant, ended });
        await notify(trx, actor, { event: "left", to: toAccount(plant.ownerId), plant });
      });
      publish({ plantId, newAccountIds: [] });
    },
  };
}

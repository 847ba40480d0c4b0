import type { AuditType, BodyOf, endpoints } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { AccessService, PlantAccess, PlantAccessChange, Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { decideEnd, makesAdministrators } from "./grant-rules.ts";
import type { EndedGrant, Leaving } from "./grants.repository.ts";
import {
  answerInvitation,
  countOpenInvitations,
  endGiven,
  endGrant,
  endGrantOf,
  endLeft,
  findOpenGrant,
  insertInvitation,
  listPlantsLeft,
  moveGiven,
  replaceGrantOf,
} from "./grants.repository.ts";
import type { Actor } from "./hold-plant.ts";
import { holdOfferedPlant, holdPlantFor } from "./hold-plant.ts";
import type { TellPerson } from "./offer-notices.ts";
import { resolveTarget, toAccount, toTarget } from "./offer-target.ts";
import type { HeldPlant } from "./offers.repository.ts";
import { countRecentOffers } from "./offers.repository.ts";

type ShareBody = BodyOf<typeof endpoints.sharing.share>;
type AnswerBody = BodyOf<typeof endpoints.sharing.shareAnswer>;

const MOST_OPEN = 100;
/** Offers of one account an hour: each may become a mail to somebody who never asked for it. */
const MOST_AN_HOUR = 30;

export async function refuseTooManyOffers(trx: Transaction, scope: Scope): Promise<void> {
  if ((await countRecentOffers(trx, scope)) >= MOST_AN_HOUR)
    throw new AppError("A0501", { retryAfterS: 3_600 });
}

async function auditGrant(
  trx: Transaction,
  { scope, address }: Actor,
  row: { type: AuditType; plant: HeldPlant; grantId: string; original?: object; next?: object },
): Promise<void> {
  await writeAudit(trx, {
    kind: "operation",
    type: row.type,
    actorId: scope.accountId,
    companyId: row.plant.companyId,
    plantId: row.plant.id,
    objectType: "grant",
    objectId: row.grantId,
    original: row.original,
    new: row.next,
    method: "api",
    address,
  });
}

/** The audit row of a grant that ended, by whatever way. */
export async function auditEnd(
  trx: Transaction,
  actor: Actor,
  { plant, ended }: { plant: HeldPlant; ended: EndedGrant },
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

/** Invitations to a plant and the grants that come of them; mount() has checked who may call. */
export function createInvitations(deps: {
  db: Db;
  clock: Clock;
  access: AccessService;
  tellPerson: TellPerson;
  tell: (change: PlantAccessChange) => void;
}) {
  const { db, clock, access, tellPerson, tell } = deps;

  /** Each grant that ended is told to whom it was given, and stands in the log. */
  async function tellEnded(
    trx: Transaction,
    actor: Actor,
    { plant, ended }: { plant: HeldPlant; ended: readonly EndedGrant[] },
  ): Promise<void> {
    for (const grant of ended) {
      await auditEnd(trx, actor, { plant, ended: grant });
      const what = grant.state === "active" ? "ended" : "withdrawn";
      await tellPerson(trx, actor, { what, to: toTarget(grant), plant });
    }
  }

  async function insert(
    trx: Transaction,
    scope: Scope,
    { body, access, endsAt }: { body: ShareBody; access: PlantAccess; endsAt: Date | null },
  ) {
    const { stationId: plantId, level } = body;
    if ((await countOpenInvitations(trx, scope, plantId)) >= MOST_OPEN) {
      const problem = {
        path: "target",
        key: "field.tooManyInvitations",
        params: { max: MOST_OPEN },
      } as const;
      throw new AppError("A0400", { fields: [problem] });
    }
    const to = await resolveTarget(trx, scope, body.target);
    const grantId = await insertInvitation(trx, scope, {
      plantId,
      to,
      level,
      mayOperate: level === "administrator" || body.mayOperate,
      endsAt,
      givenUnder: access.grant?.grantId ?? null,
    });
    if (grantId === undefined) throw new AppError("A0440", { messageKey: "message.alreadyInvited" });
    return { grantId, to };
  }

  return {
    async share(actor: Actor, body: ShareBody): Promise<{ grantId: string }> {
      const { scope } = actor;
      const { stationId: plantId, level, mayOperate } = body;
      return await db.transaction().execute(async (trx) => {
        const { plant, access: giver } = await holdPlantFor(trx, scope, { plantId, need: "administer" });
        const { endsAt, fields } = decideEnd(giver, body, clock.now());
        if (fields.length > 0) throw new AppError("A0400", { fields });
        await refuseTooManyOffers(trx, scope);
        const { grantId, to } = await insert(trx, scope, { body, access: giver, endsAt });
        await tellPerson(trx, actor, { what: "shared", to, plant });
        const next = {
          level,
          mayOperate: level === "administrator" || mayOperate,
          endsAt: endsAt?.toISOString() ?? null,
        };
        await auditGrant(trx, actor, { type: "station.share", plant, grantId, next });
        return { grantId };
      });
    },

    /** The access check has seen that it was addressed to the caller. */
    async answer(actor: Actor, { grantId, accept }: AnswerBody): Promise<{ stationId: string | null }> {
      const { scope } = actor;
      const accountId = scope.accountId as string;
      const plantId = await access.findPlantIdOfOffer({ kind: "share", id: grantId });
      if (plantId === undefined) throw new AppError("A0404");
      await db.transaction().execute(async (trx) => {
        const { plant } = await holdOfferedPlant(trx, scope, plantId);
        if (plant.ownerId === accountId) throw new AppError("A0440", { messageKey: "message.offerOver" });
        // What was granted before ends with what is granted now: one person, one grant.
        const before = accept ? await replaceGrantOf(trx, scope, { plantId, accountId }) : undefined;
        const invitation = await answerInvitation(trx, scope, { grantId, accept });
        if (!invitation) throw new AppError("A0440", { messageKey: "message.offerOver" });
        const { invitedBy, ...granted } = invitation;
        if (before) {
          await auditEnd(trx, actor, { plant, ended: before });
          const fromGrantId = before.grantId;
          // Whoever stays administrator keeps what they gave; whoever does not, takes it along.
          if (granted.level === "administrator")
            await moveGiven(trx, scope, { fromGrantId, toGrantId: grantId });
          else await tellEnded(trx, actor, { plant, ended: await endGiven(trx, scope, fromGrantId) });
        }
        const what = accept ? "accepted" : "declined";
        await tellPerson(trx, actor, { what, to: toAccount(invitedBy), plant });
        const next = { state: accept ? "active" : "declined", ...granted };
        const original = { state: "invited" };
        await auditGrant(trx, actor, { type: "station.shareAnswer", plant, grantId, original, next });
      });
      if (accept) tell({ plantId, newAccountIds: [accountId] });
      return { stationId: accept ? plantId : null };
    },

    /** Of two who end it at once, one does; the other finds it done. */
    async end(actor: Actor, { plantId, grantId }: { plantId: string; grantId: string }): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { scope } = actor;
        const { plant, access: ender } = await holdPlantFor(trx, scope, { plantId, need: "administer" });
        const open = await findOpenGrant(trx, scope, grantId);
        const isOwn = open?.accountId === scope.accountId;
        if (open?.level === "administrator" && !isOwn && !makesAdministrators(ender))
          throw new AppError("A0300", { messageKey: "message.ownerMakesAdministrators" });
        await tellEnded(trx, actor, { plant, ended: await endGrant(trx, scope, grantId) });
      });
      tell({ plantId, newAccountIds: [] });
    },

    /**
     * What an account that is being closed gave by grants of its own ends with that, and for good those too, of which only
     * the log is told; answers of which plants. Those are not held: who answers an offer holds the plant before the account.
     */
    async endLeft(trx: Transaction, actor: Actor, leaving: Leaving): Promise<string[]> {
      const { scope } = actor;
      const plants = await listPlantsLeft(trx, scope, leaving);
      for (const plant of plants) {
        const ended = await endLeft(trx, scope, { plantId: plant.id, leaving });
        const isOwn = ({ accountId }: EndedGrant) => accountId === leaving.accountId;
        for (const own of ended.filter(isOwn)) await auditEnd(trx, actor, { plant, ended: own });
        await tellEnded(trx, actor, { plant, ended: ended.filter((each) => !isOwn(each)) });
      }
      return plants.map(({ id }) => id);
    },

    async leave(actor: Actor, plantId: string): Promise<void> {
      const { scope } = actor;
      await db.transaction().execute(async (trx) => {
        const { plant } = await holdPlantFor(trx, scope, { plantId, need: "read" });
        const ended = await endGrantOf(trx, scope, { plantId, accountId: scope.accountId as string });
        if (ended.length === 0) throw new AppError("A0440", { messageKey: "message.noGrant" });
        await tellEnded(trx, actor, { plant, ended });
        await tellPerson(trx, actor, { what: "left", to: toAccount(plant.ownerId), plant });
      });
      tell({ plantId, newAccountIds: [] });
    },
  };
}

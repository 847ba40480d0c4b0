import type { AuditType, BodyOf, endpoints } from "@heliograph/contract";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { AccessService, PlantAccessChange, Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { EndedGrant } from "./grants.repository.ts";
import { endOtherGrants, listOpenGrantIds } from "./grants.repository.ts";
import type { Actor } from "./hold-plant.ts";
import { holdOfferedPlant, holdPlantFor } from "./hold-plant.ts";
import { auditEnd, refuseTooManyOffers } from "./invitations.ts";
import type { TellPerson } from "./offer-notices.ts";
import { resolveTarget, toAccount, toTarget } from "./offer-target.ts";
import type { HeldPlant } from "./offers.repository.ts";
import type { AnsweredTransfer } from "./transfers.repository.ts";
import {
  answerTransferOffer,
  insertTransfer,
  moveOwnership,
  withdrawTransferOffer,
} from "./transfers.repository.ts";

type TransferBody = BodyOf<typeof endpoints.sharing.transfer>;
type AnswerBody = BodyOf<typeof endpoints.sharing.transferAnswer>;

interface AuditRow {
  type: AuditType;
  plant: HeldPlant;
  transferId: string;
  /** The plant's own by default. */
  companyId?: string;
  original?: object;
  next?: object;
}

async function auditTransfer(trx: Transaction, { scope, address }: Actor, row: AuditRow): Promise<void> {
  await writeAudit(trx, {
    kind: "operation",
    type: row.type,
    actorId: scope.accountId,
    companyId: row.companyId ?? row.plant.companyId,
    plantId: row.plant.id,
    objectType: "transfer",
    objectId: row.transferId,
    original: row.original,
    new: row.next,
    method: "api",
    address,
  });
}

async function refuseForeignGrants(trx: Transaction, scope: Scope, body: TransferBody): Promise<void> {
  const { stationId: plantId, keepGrantIds } = body;
  const open = await listOpenGrantIds(trx, scope, { plantId, grantIds: keepGrantIds });
  const fields = keepGrantIds.flatMap((id, index) =>
    open.has(id) ? [] : [{ path: `keepGrantIds.${index}`, key: "field.notThere" as const }],
  );
  if (fields.length > 0) throw new AppError("A0400", { fields });
}

/** Owner and company move, the grants that are not kept end; both companies read it in their log. */
async function moveTo(
  trx: Transaction,
  actor: Actor,
  {
    plant,
    companyId,
    transferId,
    answered,
  }: { plant: HeldPlant; companyId: string; transferId: string; answered: AnsweredTransfer },
): Promise<EndedGrant[]> {
  const { scope } = actor;
  const accountId = scope.accountId as string;
  await moveOwnership(trx, scope, { plantId: plant.id, companyId });
  const { keepGrantIds } = answered;
  const gone = await endOtherGrants(trx, scope, { plantId: plant.id, keepGrantIds, accountId });
  for (const ended of gone) await auditEnd(trx, actor, { plant, ended });
  const row = {
    type: "station.transferAnswer",
    plant,
    transferId,
    original: { ownerId: plant.ownerId, companyId: plant.companyId },
    next: { state: "accepted", ownerId: accountId, companyId, keepGrantIds },
  } as const;
  await auditTransfer(trx, actor, row);
  if (companyId !== plant.companyId) await auditTransfer(trx, actor, { ...row, companyId });
  return gone;
}

/** The way of a plant from one owner to another; mount() has checked who may call. */
export function createTransfers(deps: {
  db: Db;
  access: AccessService;
  tellPerson: TellPerson;
  tell: (change: PlantAccessChange) => void;
}) {
  const { db, access, tellPerson, tell } = deps;

  return {
    async offer(actor: Actor, body: TransferBody): Promise<{ transferId: string }> {
      const { scope } = actor;
      const { stationId: plantId, keepGrantIds } = body;
      return await db.transaction().execute(async (trx) => {
        const { plant } = await holdPlantFor(trx, scope, { plantId, need: "own" });
        await refuseTooManyOffers(trx, scope);
        await refuseForeignGrants(trx, scope, body);
        const to = await resolveTarget(trx, scope, body.target);
        const transferId = await insertTransfer(trx, scope, { plantId, to, keepGrantIds });
        if (transferId === undefined) throw new AppError("A0440", { messageKey: "message.transferOpen" });
        await tellPerson(trx, actor, { what: "offered", to, plant });
        const next = { state: "offered", toAccountId: to.accountId, keepGrantIds };
        await auditTransfer(trx, actor, { type: "station.transfer", plant, transferId, next });
        return { transferId };
      });
    },

    /** The access check has seen that it was addressed to the caller. */
    async answer(actor: Actor, { transferId, accept }: AnswerBody): Promise<{ stationId: string | null }> {
      const { scope } = actor;
      const plantId = await access.findPlantIdOfOffer({ kind: "transfer", id: transferId });
      if (plantId === undefined) throw new AppError("A0404");
      await db.transaction().execute(async (trx) => {
        const { plant, companyId } = await holdOfferedPlant(trx, scope, plantId);
        const answered = await answerTransferOffer(trx, scope, { transferId, accept });
        if (!answered) throw new AppError("A0440", { messageKey: "message.offerOver" });
        const what = accept ? "accepted" : "declined";
        await tellPerson(trx, actor, { what, to: toAccount(answered.fromAccountId), plant });
        if (accept) {
          for (const ended of await moveTo(trx, actor, { plant, companyId, transferId, answered }))
            await tellPerson(trx, actor, {
              what: ended.state === "active" ? "ended" : "withdrawn",
              to: toTarget(ended),
              plant,
            });
        } else
          await auditTransfer(trx, actor, {
            type: "station.transferAnswer",
            plant,
            transferId,
            original: { state: "offered" },
            next: { state: "declined" },
          });
      });
      if (accept) tell({ plantId, newAccountIds: [scope.accountId as string] });
      return { stationId: accept ? plantId : null };
    },

    async withdraw(
      actor: Actor,
      { plantId, transferId }: { plantId: string; transferId: string },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { plant } = await holdPlantFor(trx, actor.scope, { plantId, need: "own" });
        const withdrawn = await withdrawTransferOffer(trx, actor.scope, transferId);
        if (!withdrawn) throw new AppError("A0440", { messageKey: "message.offerOver" });
        await tellPerson(trx, actor, { what: "withdrawn", to: toTarget(withdrawn), plant });
        await auditTransfer(trx, actor, {
          type: "station.transferWithdraw",
          plant,
          transferId,
          original: { state: "offered" },
          next: { state: "withdrawn" },
        });
      });
    },
  };
}

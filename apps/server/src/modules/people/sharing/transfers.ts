import type { AuditType, BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccessChange } from "../../base/access/plant-access-events.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { EndedGrant } from "./grants.repository.ts";
import { endOtherGrants, listOpenGrantIds } from "./grants.repository.ts";
import { auditEnd, checkOfferRate } from "./invitations.ts";
import type { NotifyOfOffer } from "./offer-notifications.ts";
import { toAccount, toTarget } from "./offer-target.ts";
import type { LockedPlant } from "./offers.repository.ts";
import { lockOfferedPlant, lockPlantFor } from "./plant-lock.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { ClosedTransfer } from "./transfers.repository.ts";
import {
  insertTransfer,
  respondToTransferOffer,
  updateOwner,
  withdrawTransferOffer,
} from "./transfers.repository.ts";

type TransferBody = BodyOf<typeof endpoints.sharing.transfer>;
type RespondBody = BodyOf<typeof endpoints.sharing.transferAnswer>;

interface AuditRow {
  type: AuditType;
  plant: LockedPlant;
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
    plantId: row.plant.plantId,
    objectType: "transfer",
    objectId: row.transferId,
    original: row.original,
    new: row.next,
    method: "api",
    address,
  });
}

async function checkGrantsOfPlant(
  trx: Transaction,
  plant: LockedPlant,
  { keepGrantIds }: TransferBody,
): Promise<void> {
  const open = await listOpenGrantIds(trx, plant, keepGrantIds);
  const fields = keepGrantIds.flatMap((id, index) =>
    open.has(id) ? [] : [{ path: `keepGrantIds.${index}`, key: "field.notThere" as const }],
  );
  if (fields.length > 0) throw new AppError("A0400", { fields });
}

/** Moves the plant to the caller and ends the grants that are not kept; both companies get an audit row. */
async function moveTo(
  trx: Transaction,
  actor: Actor,
  {
    plant,
    companyId,
    transferId,
    closedTransfer,
  }: { plant: LockedPlant; companyId: string; transferId: string; closedTransfer: ClosedTransfer },
): Promise<EndedGrant[]> {
  const { scope } = actor;
  const accountId = scope.accountId as string;
  await updateOwner(trx, scope, plant, companyId);
  const { keepGrantIds } = closedTransfer;
  const endedGrants = await endOtherGrants(trx, plant, { keepGrantIds, accountId });
  for (const ended of endedGrants) await auditEnd(trx, actor, { plant, ended });
  const row = {
    type: "station.transferAnswer",
    plant,
    transferId,
    original: { ownerId: plant.ownerId, companyId: plant.companyId },
    next: { state: "accepted", ownerId: accountId, companyId, keepGrantIds },
  } as const;
  await auditTransfer(trx, actor, row);
  if (companyId !== plant.companyId) await auditTransfer(trx, actor, { ...row, companyId });
  return endedGrants;
}

/** Transfers of plants between owners; mount() has checked the caller's access. */
export function createTransfers(deps: {
  db: Db;
  notify: NotifyOfOffer;
  publish: (change: PlantAccessChange) => void;
}) {
  const { db, notify, publish } = deps;

  async function withdrawOpen(
    trx: Transaction,
    actor: Actor,
    { plant, transferId }: { plant: LockedPlant; transferId?: string },
  ): Promise<boolean> {
    const withdrawn = await withdrawTransferOffer(trx, plant, transferId);
    if (!withdrawn) return false;
    await notify(trx, actor, { event: "withdrawn", to: toTarget(withdrawn), plant });
    await auditTransfer(trx, actor, {
      type: "station.transferWithdraw",
      plant,
      transferId: withdrawn.transferId,
      original: { state: "offered" },
      next: { state: "withdrawn" },
    });
    return true;
  }

  return {
    async offer(actor: Actor, body: TransferBody): Promise<{ transferId: string }> {
      const { scope } = actor;
      const { stationId: plantId, keepGrantIds } = body;
      return await db.transaction().execute(async (trx) => {
        const { plant } = await lockPlantFor(trx, scope, { plantId, need: "own" });
        await checkOfferRate(trx, scope);
        await checkGrantsOfPlant(trx, plant, body);
        const to = await resolveTarget(trx, scope, body.target);
        const transferId = await insertTransfer(trx, scope, plant, { to, keepGrantIds });
        if (transferId === undefined) throw new AppError("A0440", { messageKey: "message.transferOpen" });
        await notify(trx, actor, { event: "offered", to, plant });
        const next = { state: "offered", toAccountId: to.accountId, keepGrantIds };
        await auditTransfer(trx, actor, { type: "station.transfer", plant, transferId, next });
        return { transferId };
      });
    },

    /** Accepts or declines an offer; the access check has verified that it is addressed to the caller. */
    async respond(actor: Actor, { transferId, accept }: RespondBody): Promise<{ stationId: string | null }> {
      const { scope } = actor;
      const plantId = await db.transaction().execute(async (trx) => {
        const { plant, companyId } = await lockOfferedPlant(trx, scope, { kind: "transfer", id: transferId });
        const closedTransfer = await respondToTransferOffer(trx, scope, { transferId, accept });
        if (!closedTransfer) throw new AppError("A0440", { messageKey: "message.offerOver" });
        const event = accept ? "accepted" : "declined";
        await notify(trx, actor, { event, to: toAccount(closedTransfer.fromAccountId), plant });
        if (accept) {
          for (const ended of await moveTo(trx, actor, { plant, companyId, transferId, closedTransfer }))
            await notify(trx, actor, {
              event: ended.state === "active" ? "ended" : "withdrawn",
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
        return plant.plantId;
      });
      if (accept) publish({ plantId, newAccountIds: [scope.accountId as string] });
      return { stationId: accept ? plantId : null };
    },

    /** Withdraws the open offer of a locked plant, if there is one, and notifies its recipient. */
    withdrawOpen,

    async withdraw(
      actor: Actor,
      { plantId, transferId }: { plantId: string; transferId: string },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { plant } = await lockPlantFor(trx, actor.scope, { plantId, need: "own" });
        if (!(await withdrawOpen(trx, actor, { plant, transferId })))
          throw new AppError("A0440", { messageKey: "message.offerOver" });
      });
    },
  };
}

import type { DataInputOf, endpoints, Language, PlantOffer } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { PlantAccessChange } from "../../base/access/plant-access-events.ts";
import { publishPlantAccess } from "../../base/access/plant-access-events.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { translateName } from "../../base/names/names.service.ts";
import { canShareAsAdministrator } from "./grant-rules.ts";
import { createInvitations } from "./invitations.ts";
import { findOpenTransfer, listMemberRows } from "./members.repository.ts";
import { createOfferNotifications } from "./offer-notifications.ts";
import type { LockedPlant, OfferRow } from "./offers.repository.ts";
import { listOfferRows } from "./offers.repository.ts";
import { lockPlantFor } from "./plant-lock.ts";
import { createSettingsChange } from "./plant-settings.ts";
import { createPlantShares } from "./plant-shares.ts";
import { createTransfers } from "./transfers.ts";

type Members = DataInputOf<typeof endpoints.sharing.members>;

function toOffer(row: OfferRow): PlantOffer {
  const { kind, id, level, mayOperate, endsAt, createdAt, ...names } = row;
  const shared = { ...names, createdAt: createdAt.toISOString() };
  if (kind === "transfer") return { kind, transferId: id, ...shared };
  return {
    kind,
    grantId: id,
    ...shared,
    level: level ?? "participant",
    mayOperate: mayOperate === true,
    endsAt: endsAt?.toISOString() ?? null,
  };
}

/** Access of users to plants of other owners, and transfers of plants. */
export function createSharingService(deps: { db: Db; bus: Bus; clock: Clock; ownAddress: OwnAddress }) {
  const { db, bus, clock, ownAddress } = deps;
  const notify = createOfferNotifications({ clock, ownAddress });
  const publish = (change: PlantAccessChange) => publishPlantAccess(bus, change);

  const invitations = createInvitations({ db, clock, notify, publish });
  const sharePlants = createPlantShares({ db, clock, notify });
  const transfers = createTransfers({ db, notify, publish });

  return {
    invitations,
    sharePlants,
    transfers,
    /** Locks a plant that the caller owns and is about to delete. A0404 or A0300 where it is not the caller's. */
    lockOwnPlant: async (trx: Transaction, scope: Scope, plantId: string): Promise<LockedPlant> =>
      (await lockPlantFor(trx, scope, { plantId, need: "own" })).plant,
    /** Ends everyone else's access to a locked plant and withdraws what is offered, and notifies them. */
    async endAll(trx: Transaction, actor: Actor, plant: LockedPlant): Promise<void> {
      await invitations.endAll(trx, actor, plant);
      await transfers.withdrawOpen(trx, actor, { plant });
    },
    changeSettings: createSettingsChange({ db, publish }),

    async members(scope: Scope, access: PlantAccess, language: Language): Promise<Members> {
      const rows = (await listMemberRows(db, scope, access)).map(({ code, sinceAt, endsAt, ...row }) => ({
        ...row,
        name: translateName("company", { code, name: row.name }, language),
        sinceAt: sinceAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
      }));
      const open = await findOpenTransfer(db, access);
      const transfer = open ? { ...open, createdAt: open.createdAt.toISOString() } : null;
      const giving = {
        administrators: canShareAsAdministrator(access),
        latestEndsAt: access.grant?.endsAt?.toISOString() ?? null,
      };
      return { rows, total: rows.length, transfer, giving };
    },

    /** Open offers to the caller. */
    async offers(scope: Scope): Promise<{ rows: PlantOffer[]; total: number }> {
      const rows = (await listOfferRows(db, scope)).map(toOffer);
      return { rows, total: rows.length };
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;

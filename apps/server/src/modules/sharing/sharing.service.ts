import type { DataInputOf, endpoints, Language, PlantOffer } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { AccessService, PlantAccess, PlantAccessChange, Scope } from "../access/access.service.ts";
import { publishPlantAccess } from "../access/access.service.ts";
import { nameOf } from "../identity/identity.service.ts";
import { makesAdministrators } from "./grant-rules.ts";
import { createInvitations } from "./invitations.ts";
import { findOpenTransfer, listMemberRows } from "./members.repository.ts";
import { createOfferNotices } from "./offer-notices.ts";
import type { OfferRow } from "./offers.repository.ts";
import { listOfferRows } from "./offers.repository.ts";
import { createSettingsChange } from "./plant-settings.ts";
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

/** Who sees a plant besides its owner, and how a plant comes to another owner. */
export function createSharingService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  access: AccessService;
  ownAddress: OwnAddress;
}) {
  const { db, bus, clock, access, ownAddress } = deps;
  const tellPerson = createOfferNotices({ clock, ownAddress });
  const tell = (change: PlantAccessChange) => publishPlantAccess(bus, change);

  return {
    invitations: createInvitations({ db, clock, access, tellPerson, tell }),
    transfers: createTransfers({ db, access, tellPerson, tell }),
    changeSettings: createSettingsChange({ db, tell }),

    async members(scope: Scope, access: PlantAccess, language: Language): Promise<Members> {
      const { plantId } = access;
      const rows = (await listMemberRows(db, scope, plantId)).map(({ code, sinceAt, endsAt, ...row }) => ({
        ...row,
        name: nameOf("company", { code, name: row.name }, language),
        sinceAt: sinceAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
      }));
      const open = await findOpenTransfer(db, scope, plantId);
      const transfer = open ? { ...open, createdAt: open.createdAt.toISOString() } : null;
      const giving = {
        administrators: makesAdministrators(access),
        latestEndsAt: access.grant?.endsAt?.toISOString() ?? null,
      };
      return { rows, total: rows.length, transfer, giving };
    },

    /** What others offer the caller. */
    async offers(scope: Scope): Promise<{ rows: PlantOffer[]; total: number }> {
      const rows = (await listOfferRows(db, scope)).map(toOffer);
      return { rows, total: rows.length };
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;

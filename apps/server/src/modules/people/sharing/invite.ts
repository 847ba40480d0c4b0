import type { AuditType, GrantLevel } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { countOpenInvitations, insertInvitation } from "./grants.repository.ts";
import type { OfferTarget } from "./offer-target.ts";
import type { PlantFacts } from "./offers.repository.ts";
import type { LockedPlantAccess } from "./plant-lock.ts";

/** Open invitations to a plant. */
export const MAX_OPEN = 100;

export async function auditGrant(
  trx: Transaction,
  { scope, address }: Actor,
  row: { type: AuditType; plant: PlantFacts; grantId: string; original?: object; next?: object },
): Promise<void> {
  await writeAudit(trx, {
    kind: "operation",
    type: row.type,
    actorId: scope.accountId,
    companyId: row.plant.companyId,
    plantId: row.plant.plantId,
    objectType: "grant",
    objectId: row.grantId,
    original: row.original,
    new: row.next,
    method: "api",
    address,
  });
}

interface Wanted {
  readonly to: OfferTarget;
  readonly level: GrantLevel;
  readonly mayOperate: boolean;
  readonly endsAt: Date | null;
  /** The call for several plants; null for one plant. */
  readonly callId: string | null;
}

type Invited =
  | { readonly result: "done"; readonly grantId: string }
  | { readonly result: "tooMany" | "alreadyInvited"; readonly grantId?: never };

/** Writes an invitation to a locked plant and audits it. */
export async function invite(
  trx: Transaction,
  actor: Actor,
  { plant, access }: LockedPlantAccess,
  { to, level, mayOperate: isWanted, endsAt, callId }: Wanted,
): Promise<Invited> {
  if ((await countOpenInvitations(trx, plant)) >= MAX_OPEN) return { result: "tooMany" };
  const mayOperate = level === "administrator" || isWanted;
  const grantId = await insertInvitation(trx, actor.scope, plant, {
    to,
    level,
    mayOperate,
    endsAt,
    givenUnder: access.grant?.grantId ?? null,
    callId,
  });
  if (grantId === undefined) return { result: "alreadyInvited" };
  const next = { level, mayOperate, endsAt: endsAt?.toISOString() ?? null };
  await auditGrant(trx, actor, { type: "station.share", plant, grantId, next });
  return { result: "done", grantId };
}

import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { updateAccount } from "../accounts/accounts.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import type { AccountRecord } from "./account-admin.repository.ts";
import { auditChange, checkNotOneself, lockForChange } from "./account-change.ts";
import { listScopeStations, listSelectablePlants, replaceScopePlants } from "./plant-scope.repository.ts";

interface PlantScope {
  readonly kind: "company" | "plants";
  readonly stationIds: readonly string[];
}

const isSameScope = (before: PlantScope, after: PlantScope): boolean => {
  const toSet = ({ kind, stationIds }: PlantScope) => ({ kind, stationIds: new Set(stationIds) });
  return isUnchanged(toSet(before), toSet(after));
};

async function checkScope(
  trx: Transaction,
  scope: Scope,
  { account, before, after }: { account: AccountRecord; before: PlantScope; after: PlantScope },
): Promise<void> {
  // A caller with chosen plants cannot give access to all.
  if (after.kind === "company" && scope.jurisdiction === "plants") throw new AppError("A0300");
  const { companyId } = account;
  const added = after.stationIds.filter((id) => !before.stationIds.includes(id));
  const selectable = await listSelectablePlants(trx, scope, { companyId, stationIds: added });
  if (selectable.size !== added.length)
    throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.notThere" }] });
}

/** Sets which plants an account has access to (R6.6); mount() has checked that its company is in the caller's scope. */
export function createPlantScope({ db, bus }: { db: Db; bus: Bus }) {
  return async (
    actor: Actor,
    body: BodyOf<typeof endpoints.account.setScope>,
  ): Promise<{ accountId: string; revision: string }> => {
    const { scope } = actor;
    const { accountId } = body;
    // Users cannot limit their own access: there might be no other user who can undo it.
    checkNotOneself(scope, accountId);
    const { revision, isChanged } = await db.transaction().execute(async (trx) => {
      const account = await lockForChange(trx, scope, body);
      const chosen = await listScopeStations(trx, scope, accountId);
      const before: PlantScope = {
        kind: account.scopeKind,
        stationIds: chosen.map(({ stationId }) => stationId),
      };
      const kind = body.kind ?? before.kind;
      const stationIds = kind === "plants" ? [...new Set(body.stationIds ?? before.stationIds)] : [];
      const after: PlantScope = { kind, stationIds };
      await checkScope(trx, scope, { account, before, after });
      if (isSameScope(before, after)) return { revision: account.revision, isChanged: false };
      await replaceScopePlants(trx, scope, { accountId, stationIds });
      const revision = await updateAccount(trx, accountId, { scopeKind: kind });
      await auditChange(trx, actor, account, { type: "account.scope", original: before, new: after });
      return { revision, isChanged: true };
    });
    if (isChanged) publishRightsChange(bus, [accountId]);
    return { accountId, revision };
  };
}

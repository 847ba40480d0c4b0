import type { OwnedStations } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../../base/access/in-scope.ts";
import { ownAccount } from "../../../base/access/in-scope.ts";
import { publishPlantAccess } from "../../../base/access/plant-access-events.ts";
import type { Actor } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { lockAccount } from "../../accounts/accounts.service.ts";
import { eraseAccount } from "../erasure.service.ts";
import { checkNotLastRoot, lockRootAccounts } from "../root-account.service.ts";
import { endSessionsOf, publishSessionEnd } from "../sessions.service.ts";
import { listOwnedPlants } from "./owned-plants.repository.ts";

/** Plants named in an error: one page. */
const MAX_NAMED_PLANTS = 200;

async function checkOwnsNoPlant(trx: Transaction, accountId: string): Promise<void> {
  const { plants, total } = await listOwnedPlants(trx, { accountId, limit: MAX_NAMED_PLANTS });
  if (total === 0) return;
  const data: OwnedStations = { stations: plants, total };
  throw new AppError("A0430", { messageKey: "message.ownsStations", data });
}

/** Ends the plant access of an account that is cancelled, and what it granted by it; returns the plants. */
export type EndAccess = (
  trx: Transaction,
  actor: Actor,
  closed: { account: AccountInScope; isCancelled: true },
) => Promise<string[]>;

/** Cancels the caller's own account: clears its personal fields and ends its sessions. Throws A0430. */
export function createLogOff(deps: { db: Db; clock: Clock; bus: Bus; endAccess: EndAccess }) {
  const { db, clock, bus, endAccess } = deps;
  return async (actor: Actor): Promise<void> => {
    const { scope, address } = actor;
    const { accountId, companyId } = scope as { accountId: string; companyId: string };
    const plantIds = await db.transaction().execute(async (trx) => {
      if (scope.isSuper) await lockRootAccounts(trx);
      // No plant can become the account's own until the transaction ends.
      await lockAccount(trx, accountId);
      if (scope.isSuper) await checkNotLastRoot(trx, accountId);
      await checkOwnsNoPlant(trx, accountId);
      const at = new Date(clock.now());
      const endedSessions = await endSessionsOf(trx, { accountId, reason: "log-off", endedAt: at });
      const affected = await endAccess(trx, actor, { account: ownAccount(scope), isCancelled: true });
      await eraseAccount(trx, actor, { accountId, at });
      await writeAudit(trx, {
        kind: "operation",
        type: "account.log-off",
        actorId: accountId,
        companyId,
        objectType: "account",
        objectId: accountId,
        new: { endedSessions },
        method: "api",
        address,
      });
      return affected;
    });
    publishSessionEnd(bus, { accountId });
    for (const plantId of plantIds) publishPlantAccess(bus, { plantId, newAccountIds: [] });
  };
}

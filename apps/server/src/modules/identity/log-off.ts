import type { OwnedStations } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { countOtherRoots, eraseAccount, listOwnedPlants, lockAccount } from "./log-off.repository.ts";
import { lockIdentity } from "./seed-matrix.ts";
import { publishSessionEnd } from "./session-events.ts";
import { endSessionsOf } from "./sessions.repository.ts";

/** Plants named in a refusal: a page of them. */
const mostNamed = 200;

async function refuseOwner(trx: Transaction, accountId: string): Promise<void> {
  const { plants, total } = await listOwnedPlants(trx, { accountId, most: mostNamed });
  if (total === 0) return;
  const data: OwnedStations = { stations: plants, total };
  throw new AppError("A0430", { messageKey: "message.ownsStations", data });
}

/** Cancels the caller's own account: its personal fields go, its row stays, its sessions end. Throws A0430. */
export function createLogOff({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  return async (scope: Scope, address: string): Promise<void> => {
    const { accountId, companyId } = scope as { accountId: string; companyId: string };
    await db.transaction().execute(async (trx) => {
      // Of the last two ROOT accounts only one goes, however close together both ask.
      if (scope.isSuper) await lockIdentity(trx);
      await lockAccount(trx, accountId);
      if (scope.isSuper && (await countOtherRoots(trx, accountId)) === 0)
        throw new AppError("A0430", { messageKey: "message.lastRoot" });
      await refuseOwner(trx, accountId);
      const at = new Date(clock.now());
      const endedSessions = await endSessionsOf(trx, { accountId, reason: "log-off", endedAt: at });
      await eraseAccount(trx, { accountId, at });
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
    });
    publishSessionEnd(bus, { accountId });
  };
}

import type { Language, OwnedStations } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError, publishPlantAccess } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { eraseAccount } from "./erase-account.ts";
import { countOtherRoots, listOwnedPlants, lockAccount } from "./log-off.repository.ts";
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

interface Actor {
  readonly scope: Scope;
  readonly address: string;
  readonly language: Language;
}

/** Ends what an account that is cancelled was given of plants, and gave by that; answers of which plants. */
export type EndAccess = (
  trx: Transaction,
  actor: Actor,
  leaving: { accountId: string; isForGood: true },
) => Promise<string[]>;

/** Cancels the caller's own account: its personal fields go, its row stays, its sessions end. Throws A0430. */
export function createLogOff(deps: { db: Db; clock: Clock; bus: Bus; endAccess: EndAccess }) {
  const { db, clock, bus, endAccess } = deps;
  return async (actor: Actor): Promise<void> => {
    const { scope, address } = actor;
    const { accountId, companyId } = scope as { accountId: string; companyId: string };
    const plantIds = await db.transaction().execute(async (trx) => {
      // Of the last two ROOT accounts only one goes, however close together both ask.
      if (scope.isSuper) await lockIdentity(trx);
      await lockAccount(trx, accountId);
      if (scope.isSuper && (await countOtherRoots(trx, accountId)) === 0)
        throw new AppError("A0430", { messageKey: "message.lastRoot" });
      await refuseOwner(trx, accountId);
      const at = new Date(clock.now());
      const endedSessions = await endSessionsOf(trx, { accountId, reason: "log-off", endedAt: at });
      const left = await endAccess(trx, actor, { accountId, isForGood: true });
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
      return left;
    });
    publishSessionEnd(bus, { accountId });
    for (const plantId of plantIds) publishPlantAccess(bus, { plantId, newAccountIds: [] });
  };
}

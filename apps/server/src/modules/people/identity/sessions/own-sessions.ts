import type { DataInputOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { publishSessionEnd } from "../sessions.service.ts";
import { endOwnSessions, listLiveSessions } from "./own-sessions.repository.ts";

/** Lists and ends the caller's own sessions. */
export function createOwnSessions({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  return {
    async listSessions(scope: Scope): Promise<DataInputOf<typeof endpoints.session.list>> {
      const accountId = scope.accountId as string;
      const found = await listLiveSessions(db, { accountId, at: new Date(clock.now()) });
      const rows = found.map(({ startedAt, lastSeenAt, ...session }) => ({
        ...session,
        startedAt: startedAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: session.sessionId === scope.sessionId,
      }));
      return { rows, total: rows.length };
    },

    /** Throws A0404 for a session of another account, an ended one or an unknown one. */
    async endSessions(
      scope: Scope,
      { sessionId, address }: { sessionId?: string | undefined; address: string },
    ): Promise<{ ended: number }> {
      const { accountId, companyId } = scope as { accountId: string; companyId: string };
      const which = sessionId === undefined ? { exceptId: scope.sessionId as string } : { sessionId };
      const ended = await db.transaction().execute(async (trx) => {
        const ids = await endOwnSessions(trx, {
          accountId,
          ...which,
          reason: "ended-by-owner",
          endedAt: new Date(clock.now()),
        });
        for (const objectId of ids)
          await writeAudit(trx, {
            kind: "system",
            type: "session.end",
            actorId: accountId,
            companyId,
            objectType: "session",
            objectId,
            address,
          });
        return ids;
      });
      if (sessionId !== undefined && ended.length === 0) throw new AppError("A0404");
      for (const id of ended) publishSessionEnd(bus, { accountId, sessionId: id });
      return { ended: ended.length };
    },
  };
}

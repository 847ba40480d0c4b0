import { TICKET_PREFIX, TICKET_S } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import type { SessionStart } from "../sessions/session-start.ts";
import type { StartedSession } from "../sessions/token-lifetime.ts";
import { createToken } from "../sessions/token-values.ts";
import { consumeTicket, insertTicket } from "./tickets.repository.ts";
import type { Origin } from "./verified-account.ts";

/** One-time tickets: each starts a session of the same account on another device within a minute (R4.4). */
export function createTickets({ db, clock, start }: { db: Db; clock: Clock; start: SessionStart }) {
  return {
    async createTicket(scope: Scope): Promise<{ ticket: string; expiresInS: number }> {
      const ticket = `${TICKET_PREFIX}${createToken()}`;
      const expiresAt = new Date(clock.now() + TICKET_S * 1_000);
      await insertTicket(db, { ticket, sessionId: scope.sessionId as string, expiresAt });
      return { ticket, expiresInS: TICKET_S };
    },

    /** Throws A0230 for a ticket that is unknown, used, expired, or of an ended session. */
    async redeemTicket({ ticket, ...origin }: { ticket: string } & Origin): Promise<StartedSession> {
      const owner = await consumeTicket(db, { ticket, at: new Date(clock.now()) });
      if (!owner) throw new AppError("A0230");
      return await start.afterAllFactors({ ...owner, ...origin, method: "ticket" });
    },
  };
}

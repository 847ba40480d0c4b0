import { TICKET_PREFIX, TICKET_S } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import type { SessionStart } from "./session-start.ts";
import type { Origin } from "./sign-in.ts";
import { insertTicket, takeTicket } from "./tickets.repository.ts";
import type { Started } from "./token-life.ts";
import { createToken } from "./token-values.ts";

/** One-time tickets: they start a session of the same account in another place, within a minute (R4.4). */
export function createTickets({ db, clock, start }: { db: Db; clock: Clock; start: SessionStart }) {
  return {
    async createTicket(scope: Scope): Promise<{ ticket: string; expiresInS: number }> {
      const ticket = `${TICKET_PREFIX}${createToken()}`;
      const expiresAt = new Date(clock.now() + TICKET_S * 1_000);
      await insertTicket(db, { ticket, sessionId: scope.sessionId as string, expiresAt });
      return { ticket, expiresInS: TICKET_S };
    },

    /** Throws A0230 for one that is unknown, used, too old, or of a session that has ended. */
    async redeemTicket({ ticket, ...origin }: { ticket: string } & Origin): Promise<Started> {
      const owner = await takeTicket(db, { ticket, at: new Date(clock.now()) });
      if (!owner) throw new AppError("A0230");
      return await start.afterAllFactors({ ...owner, ...origin, method: "ticket" });
    },
  };
}

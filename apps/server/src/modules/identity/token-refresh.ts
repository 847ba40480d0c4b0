import type { Tokens } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { ServerKeys } from "./server-keys.ts";
import { publishSessionEnd } from "./session-events.ts";
import type { PresentedToken, RefreshRow } from "./sessions.repository.ts";
import {
  endSession,
  insertTokens,
  markRefreshTokenUsed,
  takeRefreshToken,
  touchSession,
} from "./sessions.repository.ts";
import { expiryOf, toTokens } from "./token-life.ts";
import { deriveSuccessors } from "./token-values.ts";

const keyName = "refresh-successor";

interface Refreshed {
  tokens?: Tokens;
  /** Set when an old token came back: whose session was ended. */
  ended?: { accountId: string | undefined; sessionId: string };
}

/**
 * Exchanges refresh tokens. Each is good once. Two requests at once get the same pair: the second either found the
 * row locked or had arrived before the first redeemed it, so no answer was out yet. One that arrives later holds a token
 * whose successor was already handed out, and ends the whole family: owner and thief cannot be told apart.
 */
export function createTokenRefresh(options: { db: Db; clock: Clock; bus: Bus; serverKeys: ServerKeys }) {
  const { db, clock, bus, serverKeys } = options;

  async function endFamily(trx: Transaction, row: RefreshRow, address: string): Promise<Refreshed> {
    const accountId = row.accountId ?? undefined;
    await endSession(trx, { sessionId: row.sessionId, reason: "replay", endedAt: new Date(clock.now()) });
    if (accountId !== undefined)
      await writeAudit(trx, {
        kind: "security",
        type: "session.replay",
        actorId: accountId,
        objectType: "session",
        objectId: row.sessionId,
        address,
      });
    return { ended: { accountId, sessionId: row.sessionId } };
  }

  async function exchange(trx: Transaction, presented: PresentedToken, address: string): Promise<Refreshed> {
    const pair = deriveSuccessors(await serverKeys.get(keyName), presented.token);
    const row = await takeRefreshToken(trx, presented);
    const now = clock.now();
    if (!row || row.expiresAt.getTime() <= now) throw new AppError("A0230");
    if (row.isAccountGone) throw new AppError("A0201");
    if (row.endedAt || row.isAccountDisabled) throw new AppError("A0230");
    if (row.usedAt) {
      if (row.wasLocked || row.wasUsedMeanwhile) return { tokens: toTokens(pair) };
      return await endFamily(trx, row, address);
    }
    await insertTokens(trx, { sessionId: row.sessionId, pair, ...expiryOf(now) });
    await touchSession(trx, { sessionId: row.sessionId, address, seenAt: new Date(now) });
    // Last, so that its time is as close to the answer as can be.
    await markRefreshTokenUsed(trx, presented.token);
    return { tokens: toTokens(pair) };
  }

  return {
    /** Throws A0230 for a token that is unknown, expired, ended or was used before; A0201 when its account is gone. */
    async refresh(input: { refreshToken: string; address: string; arrivedAt: number }): Promise<Tokens> {
      const { refreshToken, address, arrivedAt } = input;
      const presented = { token: refreshToken, arrivedAt };
      // Before the transaction: the key may need a connection of its own.
      await serverKeys.get(keyName);
      const { tokens, ended } = await db.transaction().execute((trx) => exchange(trx, presented, address));
      if (ended) publishSessionEnd(bus, ended);
      if (!tokens) throw new AppError("A0230");
      return tokens;
    },
  };
}

import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { ServerKeys } from "./server-keys.ts";
import { publishSessionEnd } from "./session-events.ts";
import type { RefreshRow } from "./sessions.repository.ts";
import {
  endSession,
  insertTokens,
  markRefreshTokenUsed,
  takeRefreshToken,
  touchSession,
} from "./sessions.repository.ts";
import type { Started } from "./token-life.ts";
import { expiryOf, toStarted } from "./token-life.ts";
import { deriveSuccessors } from "./token-values.ts";

const keyName = "refresh-successor";
// Covers what lies between redeeming a token and its answer reaching the caller's other tab or its retry.
const graceS = 2;

/** A token to exchange: the one a tab holds, or the one in the browser's cookie. Each kind is good as itself alone. */
interface Presented {
  token: string;
  kind: "refresh" | "kept";
  address: string;
}

interface Refreshed {
  started?: Started;
  /** Set when an old token came back: whose session was ended. */
  ended?: { accountId: string | undefined; sessionId: string };
}

/**
 * Exchanges refresh tokens. Each is good once. Requests at once get the same pair: all that have arrived within two
 * seconds of the first one's redeeming. One that arrives later ends the whole family: owner and thief cannot be told
 * apart. The grace gives a thief nothing lasting: the pair is the owner's own, and whoever uses it second is the one
 * that comes too late.
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

  async function exchange(
    trx: Transaction,
    { token, kind, address, arrivedAt }: Presented & { arrivedAt: number },
  ): Promise<Refreshed> {
    const pair = deriveSuccessors(await serverKeys.get(keyName), { token, kind });
    // A length of time, so that only the database's clock is compared with itself. What a request waited here for its
    // turn is not the caller's doing.
    const justUsedS = graceS + (performance.now() - arrivedAt) / 1_000;
    const row = await takeRefreshToken(trx, { token, kind, justUsedS });
    const now = clock.now();
    if (!row || row.expiresAt.getTime() <= now) throw new AppError("A0230");
    if (row.isAccountGone) throw new AppError("A0201");
    if (row.endedAt || row.isAccountDisabled) throw new AppError("A0230");
    if (row.usedAt) {
      if (row.isJustUsed) return { started: toStarted(pair) };
      return await endFamily(trx, row, address);
    }
    await insertTokens(trx, { sessionId: row.sessionId, pair, ...expiryOf(now) });
    // What an anonymous session keeps of its address is what it is counted by.
    const seenFrom = row.accountId === null ? findSource(address) : address;
    await touchSession(trx, { sessionId: row.sessionId, address: seenFrom, seenAt: new Date(now) });
    // Last, so that its time is as close to the answer as can be.
    await markRefreshTokenUsed(trx, token);
    return { started: toStarted(pair) };
  }

  return {
    /** Throws A0230 for a token that is unknown, expired, ended or was used before; A0201 when its account is gone. */
    async refresh(presented: Presented): Promise<Started> {
      // The request is whole here: a body that dribbles in does not stretch the grace.
      const arrivedAt = performance.now();
      // Before the transaction: the key may need a connection of its own.
      await serverKeys.get(keyName);
      const { started, ended } = await db
        .transaction()
        .execute((trx) => exchange(trx, { ...presented, arrivedAt }));
      if (ended) publishSessionEnd(bus, ended);
      if (!started) throw new AppError("A0230");
      return started;
    },
  };
}

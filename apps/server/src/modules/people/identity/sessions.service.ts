import type { Bus } from "../../../infra/bus.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { endSessionsOfAccount } from "./sessions/sessions.repository.ts";

/**
 * Published when sessions end or rights change, so that event streams check their access again immediately and close
 * where they have none; without a session id for all sessions of the account.
 */
export interface SessionEnd {
  sessionId?: string;
}

/** `account.{id}.session`; anonymous sessions have the account id `anonymous`. */
export function sessionSubject(accountId: string | undefined): string {
  return `account.${accountId ?? "anonymous"}.session`;
}

export function publishSessionEnd(
  bus: Bus,
  end: { accountId: string | undefined; sessionId?: string },
): void {
  const message: SessionEnd = { sessionId: end.sessionId };
  bus.publish(sessionSubject(end.accountId), message);
}

/** The rights of these accounts have changed: their event streams check again immediately, and those without access end. */
export function publishRightsChange(bus: Bus, accountIds: readonly string[]): void {
  for (const accountId of accountIds) publishSessionEnd(bus, { accountId });
}

/** Ends every session of an account and returns how many; publish it once the transaction is committed. */
export async function endSessionsOf(
  trx: Transaction,
  options: { accountId: string; reason: string; endedAt: Date },
): Promise<number> {
  return await endSessionsOfAccount(trx, options);
}

import type { Bus } from "../../infra/bus.ts";

/**
 * Sent when sessions end or rights change, so that event streams look again at once and close where they have to;
 * without a session id all of the account's.
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

/** What these accounts may see has changed: their streams look again at once, and those that lost it end. */
export function publishRightsChange(bus: Bus, accountIds: readonly string[]): void {
  for (const accountId of accountIds) publishSessionEnd(bus, { accountId });
}

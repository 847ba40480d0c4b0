import type { Bus } from "../../infra/bus.ts";

/** Sent when sessions end, so that their event streams close at once; without a session id all of the account's. */
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

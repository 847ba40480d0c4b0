import type { Tokens } from "@heliograph/contract";
import type { ApiResult } from "../api/request.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";
import { toSession } from "../session/session.ts";

/** Stores new tokens of the current session, for this tab and those that share it. */
export function continueSession({ data, date }: ApiResult<Tokens>): void {
  const session = sessionStore.read();
  if (session === undefined) return;
  const newer = toSession(data, { serverAt: date, localAt: Date.now() }, session);
  sessionStore.write(newer);
  sessionSharing.announce(newer);
}

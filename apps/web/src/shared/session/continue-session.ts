import type { Tokens } from "@heliograph/contract";
import { sessionSharing, sessionStore } from "../api/api.ts";
import type { Answer } from "../api/request.ts";
import { toSession } from "./session.ts";

/** New tokens of the session that goes on, for this tab and those that share it. */
export function continueSession({ data, date }: Answer<Tokens>): void {
  const session = sessionStore.read();
  if (session === undefined) return;
  const newer = toSession(data, { serverAt: date, localAt: Date.now() }, session);
  sessionStore.write(newer);
  sessionSharing.announce(newer);
}

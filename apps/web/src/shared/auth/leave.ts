import { writePrefs } from "../base/theme/prefs.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";
import type { Session } from "../session/session.ts";

/** After the server has ended the session: takes it from this tab and all that share it, and starts the page anew. */
export function leave(session: Session | undefined): void {
  if (session !== undefined && !session.isGuest) {
    writePrefs({ kept: undefined });
    sessionSharing.end(session.id);
  }
  sessionStore.reset("signed-out");
}

import { writePrefs } from "../base/theme/prefs.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";
import type { Session } from "../session/session.ts";

/** After the server has ended the session: removes it from this tab and those that share it, and reloads the page. */
export function leave(session: Session | undefined): void {
  if (session !== undefined && !session.isGuest) {
    writePrefs({ kept: undefined });
    sessionSharing.end(session.id);
  }
  sessionStore.reset("signed-out");
}

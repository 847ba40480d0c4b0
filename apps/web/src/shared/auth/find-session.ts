import { readPrefs } from "../base/theme/prefs.ts";
import { readAddressToken } from "../session/address-token.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";

const findToken = () => readAddressToken(location.href);

/**
 * Whose session this tab has before the first page: that of a token in its address, its own, that of another tab, or
 * the one this browser stays signed in by.
 */
export async function findSession(): Promise<void> {
  const found = findToken();
  // Out of the address bar and the history before anything else.
  if (found !== undefined) history.replaceState(history.state, "", found.rest);
  // An address with a token that is opened in this tab later starts it anew.
  addEventListener("hashchange", () => findToken() && location.reload());
  if (found !== undefined) return (await import("./guest-session.ts")).startGuestSession(found.token);
  if (sessionStore.read() !== undefined) return;
  const shared = await sessionSharing.ask();
  if (shared !== undefined) sessionStore.write(shared);
  else if (readPrefs().kept !== undefined) await (await import("./restore-session.ts")).restoreSession();
}

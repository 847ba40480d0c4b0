import { sessionSharing, sessionStore } from "../api/api.ts";
import { readPrefs } from "../theme/prefs.ts";
import { takeAddressToken, watchAddressToken } from "./address-token.ts";

/**
 * Whose session this tab has before the first page: that of a token in its address, its own, that of another tab, or
 * the one this browser stays signed in by.
 */
export async function findSession(): Promise<void> {
  const token = takeAddressToken();
  watchAddressToken();
  if (token !== undefined) return (await import("./guest-session.ts")).startGuestSession(token);
  if (sessionStore.read() !== undefined) return;
  const shared = await sessionSharing.ask();
  if (shared !== undefined) sessionStore.write(shared);
  else if (readPrefs().kept === true) await (await import("./kept-session.ts")).takeKeptSession();
}

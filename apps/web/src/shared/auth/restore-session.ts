import { endpoints } from "virtual:endpoints";
import { call } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { readPrefs, writePrefs } from "../base/theme/prefs.ts";
import { sessionSharing, sessionStore } from "../session/current-session.ts";
import { openingEndpoint } from "../session/endpoint.ts";
import { startSession } from "./start-session.ts";

/**
 * Signs a fresh window in by the cookie of this browser. Windows that open together wait for one another: the first
 * asks the server, the others ask it. It may be too busy starting its page to reply, and then another asks the server
 * as well; the session keeps its id, so that signing out in one ends it in all.
 */
export async function restoreSession(): Promise<void> {
  await navigator.locks.request("heliograph.kept", async () => {
    const shared = await sessionSharing.ask();
    if (shared !== undefined) return sessionStore.write(shared);
    try {
      const { kept: id } = readPrefs();
      const response = await call(endpoints.token.refresh, { body: {} });
      // Another account may have signed in meanwhile.
      if (response === undefined || readPrefs().kept !== id) return;
      await startSession(response.data, { serverAt: response.date, endpoint: openingEndpoint(), id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Rejected: not tried again until the next sign-in. If the server is unavailable, the next window tries again.
      if (error.code === "A0230" || error.code === "A0201") writePrefs({ kept: undefined });
    }
  });
}

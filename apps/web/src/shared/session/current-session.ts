import { shareSession } from "./session-sharing.ts";
import { createSessionStore } from "./session-store.ts";

/** Session of this tab. */
export const sessionStore = createSessionStore(sessionStorage);

/** Exchange of that session with the other tabs. */
export const sessionSharing = shareSession(sessionStore);

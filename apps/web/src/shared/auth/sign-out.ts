import { endpoints } from "virtual:endpoints";
import { call } from "../api/api.ts";
import { sessionStore } from "../session/current-session.ts";
import { leave } from "./leave.ts";

/** Ends the session on the server and in every tab that shares it, then reloads the page (R4.6). */
export async function signOut(): Promise<void> {
  const session = sessionStore.read();
  // A server that cannot be reached must not keep a person signed in here.
  await call(endpoints.token.logout).catch(() => undefined);
  leave(session);
}

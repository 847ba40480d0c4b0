import { signOut as endSession } from "../../shared/session/sign-out.ts";
import { drafts } from "../../shared/session/use-draft.tsx";

/** What is typed on open pages is kept as drafts before the session ends. */
export async function signOut(): Promise<void> {
  await drafts.flushAll();
  await endSession();
}

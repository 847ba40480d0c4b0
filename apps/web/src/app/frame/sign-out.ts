import { signOut as endSession } from "../../shared/auth/sign-out.ts";
import { drafts } from "../../shared/drafts/use-draft.tsx";

/** What is typed on open pages is kept as drafts before the session ends. */
export async function signOut(): Promise<void> {
  await drafts.flushAll();
  await endSession();
}

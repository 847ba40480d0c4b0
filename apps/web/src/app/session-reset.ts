import { saveErrors } from "../shared/base/toast.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import { rememberReturn } from "../shared/session/return-address.ts";
import type { ResetReason } from "../shared/session/session-store.ts";

/** Sends this tab to sign-in when its session ends; after any end but the person's own it comes back (R4.2, R8.2). */
export function startSessionReset(): () => void {
  return sessionStore.onReset((reason: ResetReason) => {
    const address = location.hash.slice(1);
    if (reason !== "signed-out" && !address.startsWith("/login")) rememberReturn(address);
    location.hash = "#/login";
    saveErrors();
    // The reload clears the old session from memory (R4.6).
    location.reload();
  });
}

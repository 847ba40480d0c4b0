import { endpoints } from "@heliograph/contract";
import { page } from "vitest/browser";
import type { FakeServer } from "./fake-server.ts";

export const tokens = {
  token_type: "Bearer",
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 3_600,
  refresh_expires_in: 86_400,
} as const;

/** Lets every account sign in; the session is a super user's. */
export function acceptSignIn(server: FakeServer): void {
  server.reply(endpoints.token.login, tokens);
  server.reply(endpoints.user.isSuper, true);
  server.reply(endpoints.user.isAnonymous, false);
}

/** Fills and sends the sign-in form on screen, in English. */
export async function fillSignIn(): Promise<void> {
  await page.getByLabelText("Email or phone").fill("ana@example.org");
  await page.getByLabelText("Password", { exact: true }).fill("Blue-roof-77");
  const agreement = page.getByRole("checkbox", { name: "user agreement" });
  if (!(agreement.element() as HTMLInputElement).checked) await agreement.click();
  await page.getByRole("button", { name: "Sign in" }).first().click();
}

import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, fillSignIn, open, signIn, signInAt, signInByForm, test } from "./support/console.ts";
import { httpUrl, rootAccount } from "./support/server.ts";

/** An account that signs in by its phone number only. */
async function addPhoneAccount(): Promise<{ digits: string; password: string }> {
  const api = await signInApi();
  const { companyId } = await api.call(endpoints.account.addCompany, {
    body: { name: "Phone Farm", ...companyFacts },
  });
  const roles = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = roles.rows.find(({ code }) => code === "owner")?.roleId ?? "";
  const digits = `139${Date.now().toString().slice(-8)}`;
  const password = "Blue-roof-77";
  await api.call(endpoints.account.addAccount, {
    body: { companyId, roleId, userName: "Fen", phone: `+86 ${digits}`, password },
  });
  return { digits, password };
}

test("a wrong password is refused in the form and the right one opens home, with the tokens in session storage; a phone number signs in as an email does, however it is written [R7.2, R4.1, R4.5, R3.1, R3.5, R5.4, R9.5]", async ({
  page,
}) => {
  await open(page, "/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email or phone number")).toBeVisible();
  await expect(page.getByText("Accept the user agreement to sign in")).toBeVisible();
  await page.getByLabel("Email or phone").fill("abc");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter a valid email or phone number")).toBeVisible();
  await fillSignIn(page, { ...rootAccount(), password: "not it" });
  await expect(page.getByRole("alert")).toHaveText(
    "Login failed. Check the account and password, or reset the password.",
  );
  await expect(page).toHaveURL(/#\/login/);
  const sent = page.waitForRequest(/\/token\/login$/u);
  await fillSignIn(page);
  const { account, password } = rootAccount();
  expect((await sent).postDataJSON()).toEqual({ account, password, endpoint: "WEB", keepSignedIn: false });
  await expect(page).toHaveURL(/#\/home/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");

  const stored = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
  const allowed = ["activeTopMenuPath", "device", "language", "prefs", "sidebarStatus", "size"];
  expect(allowed).toEqual(expect.arrayContaining(Object.keys(stored.local)));
  expect(JSON.parse(stored.session["heliograph.session"] ?? "{}")).toMatchObject({
    access_token: expect.stringMatching(/^Bearer /),
    refresh_token: expect.any(String),
    expires_time: expect.any(Number),
    refresh_expires_time: expect.any(Number),
    isSuper: true,
    isAnonymous: false,
  });

  const byPhone = await addPhoneAccount();
  const { digits } = byPhone;
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await signInByForm(page, { ...byPhone, account: `${digits.slice(0, 3)} ${digits.slice(3)}` });
});

test("a new tab takes over the session, and signing out asks and ends both [R2.24, R4.6]", async ({
  page,
  context,
}) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`${httpUrl()}/#/home`);
  await expect(other.getByRole("heading", { level: 1 })).toContainText("plant");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
  await expect(other).toHaveURL(/#\/login/);
  await expect(page.getByLabel("Email or phone")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("heliograph.session"))).toBeNull();
});

test("a session the server has ended is said in a dialog, and sign-in leads back [R8.2, R8.6]", async ({
  page,
}) => {
  await page.clock.install();
  await signInAt(page, "/add-power-station");
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
  const token = await page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem("heliograph.session") ?? "{}") as { access_token: string })
        .access_token,
  );
  await fetch(`${httpUrl()}/api/auth/logout`, { method: "DELETE", headers: { Authorization: token } });
  const dialog = page.getByRole("dialog", { name: "Your session has expired" });
  // The permissions are read every 20 s (R4.7); that is when the page hears of it at the latest.
  await page.clock.runFor("00:20");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/#\/login/);
  await fillSignIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
});

/** Changes what this tab keeps of its session, then loads the page anew. */
async function reloadWith(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((changed) => {
    const session = JSON.parse(sessionStorage.getItem("heliograph.session") ?? "{}") as object;
    sessionStorage.setItem("heliograph.session", JSON.stringify({ ...session, ...changed }));
  }, change);
  await page.reload();
}

test("an expired access token is renewed once without a word, an expired refresh token clears the session and opens sign-in [R4.2, R4.3]", async ({
  page,
}) => {
  await signIn(page);
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/token/refresh")) refreshes.push(request.url());
  });
  await reloadWith(page, { expires_time: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  expect(refreshes).toHaveLength(1);

  await reloadWith(page, { refresh_expires_time: 1 });
  await expect(page).toHaveURL(/#\/login/);
  // Once the reset has loaded the page anew; the address alone changes before.
  await expect(page.getByLabel("Email or phone")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("heliograph.session"))).toBeNull();
});

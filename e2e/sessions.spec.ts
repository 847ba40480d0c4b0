import { createHmac } from "node:crypto";
import { endpoints } from "@heliograph/contract";
import type { BrowserContext, Page } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { completeSignIn, expect, fillSignIn, go, open, signIn, signInAt, test } from "./support/console.ts";
import { httpUrl } from "./support/server.ts";

interface Person {
  readonly account: string;
  readonly password: string;
  readonly userName: string;
}

/** An account of a plant owner that no other spec uses. */
async function createPerson(): Promise<Person> {
  const api = await signInApi();
  const { companyId } = await api.call(endpoints.user.getUserInfo);
  const { rows } = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === "owner")?.roleId as string;
  const company = await api.call(endpoints.account.addCompany, {
    body: { upstreamCompanyId: companyId, name: `Roof ${crypto.randomUUID().slice(0, 8)}`, ...companyFacts },
  });
  const id = crypto.randomUUID().slice(0, 8);
  const person = { account: `ida-${id}@example.org`, password: "Blue-roof-77", userName: `Ida ${id}` };
  const { account: email, ...rest } = person;
  await api.call(endpoints.account.addAccount, {
    body: { ...rest, email, companyId: company.companyId, roleId, language: "en" },
  });
  return person;
}

/** RFC 6238 over a secret in base32: the six digits of an instant. */
function totp(secret: string, at: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) as number) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
}

/** Gives the password again where the console asks for it. */
async function stepUp(page: Page, { password }: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await dialog.getByLabel("Password").fill("not it");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
}

/** Calls the API as a person does. */
const apiOf = ({ account, password }: Person) => signInApi({ account, password });

// Runs in the page, so it is text here: no question of another tab ever arrives, as in a tab that is busy.
const missQuestions = `(() => {
  const { addEventListener } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.addEventListener = function (kind, listener) {
    addEventListener.call(this, kind, (event) => event.data.kind === "ask" || listener(event));
  };
})()`;

async function openAlone(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("a user sees where the account is signed in, and ends a session there immediately", async ({
  page,
  browser,
}) => {
  const person = await createPerson();
  const elsewhere = await browser.newContext({ serviceWorkers: "block" });
  const other = await elsewhere.newPage();
  await signIn(other, person);
  await signInAt(page, "/personal-center", person);
  const card = page.getByRole("region", { name: "Sessions" });
  await expect(card.getByRole("listitem")).toHaveCount(2);
  await expect(card.getByText("This session")).toHaveCount(1);
  await card.getByRole("button", { name: /^End the session/ }).click();
  await expect(card.getByRole("listitem")).toHaveCount(1);
  await go(other, "/personal-center");
  await expect(other.getByRole("dialog", { name: "Your session has expired" })).toBeVisible();
  await elsewhere.close();
});

test("an authenticator app is set up with the password given again, asked for at sign-in, and removed [R4.5]", async ({
  page,
}) => {
  const person = await createPerson();
  await signInAt(page, "/personal-center", person);
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Set up" }).click();
  await stepUp(page, person);
  const setup = page.getByRole("dialog", { name: "Authenticator app" });
  const secret = ((await setup.locator(".mono").textContent()) ?? "").replaceAll(" ", "");
  await setup.getByLabel("6-digit code").fill(totp(secret, Date.now()));
  await setup.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recovery = await codes.getByRole("listitem").first().textContent();
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await expect(card.getByText("10 codes left")).toBeVisible();

  await signOut(page);
  await fillSignIn(page, person);
  const step = page.getByRole("form", { name: "Two-factor authentication" });
  await step.getByLabel("Code").fill("AAAA-AAAA-AAAA");
  await step.getByRole("button", { name: "Continue" }).click();
  await expect(step.getByRole("alert")).toHaveText("The code is incorrect or has expired.");
  // The code of these 30 seconds set the app up; none counts twice, and the next one counts already.
  await step.getByLabel("Code").fill(totp(secret, Date.now() + 30_000));
  await step.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/#\/home/);

  await signOut(page);
  await fillSignIn(page, person);
  await step.getByLabel("Code").fill(recovery?.toLowerCase() ?? "");
  await step.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/#\/home/);
  await go(page, "/personal-center");
  await expect(card.getByText("9 codes left")).toBeVisible();
  await card.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await stepUp(page, person);
  await expect(card.getByText("Not set")).toBeVisible();
});

test("a passkey of the device signs in without a password, and its name is asked for [R5.23]", async ({
  page,
}) => {
  // Passkeys belong to a name; a number has none.
  const named = httpUrl().replace("127.0.0.1", "localhost");
  const person = await createPerson();
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${named}/#/login?lang=en`);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/#\/home/);
  await go(page, "/personal-center");
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await stepUp(page, person);
  const name = page.getByRole("dialog", { name: "Passkey name" });
  await name.getByLabel("Passkey name").fill(" ");
  await name.getByLabel("Passkey name").press("Enter");
  await expect(name.getByRole("alert")).toHaveText("Enter a value.");
  await name.getByLabel("Passkey name").fill("Roof laptop");
  await name.getByRole("button", { name: "OK" }).click();
  await page
    .getByRole("dialog", { name: "Your recovery codes" })
    .getByRole("button", { name: "I have" })
    .click();
  await expect(card.getByText("Roof laptop")).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/#\/home/);
  await signOut(page);
  // After a password it is the second step.
  await fillSignIn(page, person);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/#\/home/);
});

test("a browser that was asked to stays signed in: a fresh window needs no password, until one signs out", async ({
  context,
  page,
}) => {
  const person = await createPerson();
  await open(page, "/login");
  await page.getByLabel("Keep me signed in").check();
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/#\/home/);
  await page.close();
  // Neither replies to the other while its page starts: signing out ends both all the same.
  await context.addInitScript({ content: missQuestions });
  const windows = await Promise.all([1, 2].map(() => openAlone(context, `${httpUrl()}/#/personal-center`)));
  for (const each of windows)
    await expect(each.getByRole("button", { name: `Account ${person.userName}` })).toBeVisible();
  const [first, second] = windows as [Page, Page];
  const cookies = await context.cookies(`${httpUrl()}/api/token/refresh`);
  expect(cookies).toMatchObject([{ name: "heliograph_kept", httpOnly: true, sameSite: "Strict" }]);
  await signOut(first);
  await expect(second).toHaveURL(/#\/login/);
  await Promise.all(windows.map((each) => each.close()));
  const after = await openAlone(context, `${httpUrl()}/#/personal-center`);
  await expect(after).toHaveURL(/#\/login/);
});

test("a token in the address signs in this tab alone, says whose it is, and leaves address and history [R4.4]", async ({
  context,
  page,
}) => {
  const [person, guest] = [await createPerson(), await createPerson()];
  await signIn(page, person);
  const ticketOf = async () =>
    (await (await apiOf(guest)).call(endpoints.session.createTicket, { body: {} })).ticket;
  const { ticket, other } = { ticket: await ticketOf(), other: await ticketOf() };
  const tab = await openAlone(context, `${httpUrl()}/?token=${ticket}#/personal-center?lang=en`);
  await expect(
    tab.getByText(`Signed in as ${guest.userName} through a link, in this tab only.`),
  ).toBeVisible();
  await expect(tab.getByRole("button", { name: `Account ${guest.userName}` })).toBeVisible();
  expect(tab.url()).not.toContain("token");
  expect(await tab.evaluate("history.length")).toBeLessThanOrEqual(2);
  // Inside the hash, and in a tab that is already open.
  await go(tab, `/home?token=${other}`);
  await expect(tab).not.toHaveURL(/token/);
  await expect(
    tab.getByText(`Signed in as ${guest.userName} through a link, in this tab only.`),
  ).toBeVisible();

  await page.reload();
  await go(page, "/personal-center");
  await expect(page.getByRole("button", { name: `Account ${person.userName}` })).toBeVisible();
  await page.close();
  // The guest hands nothing on: without another tab a new one is signed out.
  const fresh = await openAlone(context, `${httpUrl()}/#/personal-center`);
  await expect(fresh).toHaveURL(/#\/login/);
  const spent = await openAlone(context, `${httpUrl()}/?token=${ticket}#/personal-center`);
  await expect(spent).toHaveURL(/#\/login$/);
});

test("what was typed on a page and in a dialog when the session died is offered to the same account, and to no other [R8.2]", async ({
  page,
}) => {
  test.slow();
  const [person, other] = [await createPerson(), await createPerson()];
  const name = `Half a roof ${crypto.randomUUID().slice(0, 6)}`;
  await page.clock.install();
  await signInAt(page, "/add-power-station", person);
  const field = page.getByRole("textbox", { name: /^Name/ });
  await field.fill(name);
  await go(page, "/personal-center");
  const edit = page.getByRole("button", { name: "Edit profile" });
  await edit.click();
  const nickname = page.getByRole("dialog").getByLabel("Nickname");
  // The input of a dialog is kept on the server, too; the tab alone would lose it.
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith("/api/user/draft") && response.request().postData()?.includes("Half-") === true,
  );
  await nickname.fill("Half-typed");
  await kept;
  const { rows } = await (await apiOf(person)).call(endpoints.session.list);
  expect(rows).toHaveLength(2);
  await (await apiOf(person)).call(endpoints.session.end, { body: {} });
  // The permissions are read every 20 s (R4.7); that is when the page hears of it at the latest.
  const over = page.getByRole("dialog", { name: "Your session has expired" });
  await page.clock.runFor("00:20");
  await expect(over).toBeVisible();
  await over.getByRole("button", { name: "Sign in again" }).click();
  await fillSignIn(page, other);
  const offer = page.getByText("You have unsaved input on this form");
  await edit.click();
  await expect(nickname).toHaveValue("");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await go(page, "/add-power-station");
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(offer).toBeHidden();
  await page.evaluate("sessionStorage.removeItem('heliograph.session')");
  await page.reload();
  await completeSignIn(page, person);
  await go(page, "/add-power-station");
  await expect(offer).toBeVisible();
  await field.fill("Another roof");
  await expect(offer).toContainText(
    "New input is saved only after you restore or discard the earlier input.",
  );
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(field).toHaveValue(name);
  await expect(offer).toBeHidden();
  await page.evaluate("sessionStorage.removeItem('heliograph.typed')");
  await go(page, "/personal-center");
  await edit.click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Profile" }).getByText("Half-typed")).toBeVisible();
  await edit.click();
  await expect(nickname).toHaveValue("Half-typed");
  await expect(offer).toBeHidden();
});

test("an account is cancelled after a question, but not while it owns plants [R2.24, R7.8]", async ({
  page,
}) => {
  const person = await createPerson();
  const name = `Barn ${crypto.randomUUID().slice(0, 6)}`;
  await addPlant(await apiOf(person), { name });
  await signIn(page, person);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete account permanently" }).click();
  await stepUp(page, person);
  const owned = page.getByRole("dialog", { name: "You still own plants" });
  await expect(owned.getByRole("link", { name })).toBeVisible();

  const other = await createPerson();
  await owned.getByRole("button", { name: "Close" }).click();
  await signOut(page);
  await completeSignIn(page, other);
  await go(page, "/personal-center");
  await page.getByRole("region", { name: "Delete account" }).getByRole("button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete account permanently" }).click();
  await stepUp(page, other);
  await expect(page).toHaveURL(/#\/login/);
  await fillSignIn(page, other);
  await expect(page.getByRole("alert")).toContainText("Login failed");
});

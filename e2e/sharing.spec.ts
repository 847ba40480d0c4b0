import { endpoints } from "@heliograph/contract";
import type { Browser, Page } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, go, open, signIn, signInAt, test } from "./support/console.ts";
import { codePattern, findInMail } from "./support/mails.ts";
import { findViolations } from "./support/violations.ts";

// Two people sign in and look at each other's doing.

const PASSWORD = "Blue-roof-77";

interface Person {
  readonly account: string;
  readonly userName: string;
}

/** A plant owner with a company of their own; its email was entered by root and is not verified. */
async function makeOwner(name: string): Promise<Person> {
  const root = await signInApi();
  const userName = `${name} ${crypto.randomUUID().slice(0, 6)}`;
  const { companyId } = await root.call(endpoints.account.addCompany, {
    body: { name: userName, ...companyFacts },
  });
  const { rows } = await root.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === "owner")?.roleId ?? "";
  const account = `${crypto.randomUUID()}@example.org`;
  await root.call(endpoints.account.addAccount, {
    body: { companyId, roleId, userName, email: account, password: PASSWORD },
  });
  return { account, userName };
}

const keyOf = ({ account }: Person) => ({ account, password: PASSWORD });

/** Shows by the code in the mail that the email is the person's own: what is offered to it waits for that. */
async function proveEmail(person: Person): Promise<void> {
  const api = await signInApi(keyOf(person));
  await api.call(endpoints.settings.sendBindCode, { body: { target: person.account } });
  const code = await findInMail(person.account, codePattern);
  await api.call(endpoints.session.stepUp, { body: { password: PASSWORD } });
  await api.call(endpoints.settings.bindContact, { body: { target: person.account, code } });
}

/** The same on screen, in the personal centre. */
async function confirmEmail(page: Page, { account }: Person): Promise<void> {
  await go(page, "/personal-center");
  await page.getByRole("button", { name: `Verify ${account}` }).click();
  const dialog = page.getByRole("dialog", { name: `Verify ${account}` });
  await expect(dialog.getByLabel("Email or phone")).toHaveValue(account);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("Verification code").fill(await findInMail(account, codePattern));
  await dialog.getByRole("button", { name: "Verify" }).click();
  const stepUp = page.getByRole("dialog").filter({ hasText: "Confirm your password" });
  await stepUp.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await stepUp.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(`${account} is not verified`)).toHaveCount(0);
  await expect(page.getByText(account, { exact: true })).toBeVisible();
  await go(page, "/home");
}

/** Their own browser, signed in. */
async function openFor(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, keyOf(person));
  return page;
}

async function makePlant(owner: Person, name: string): Promise<string> {
  return addPlant(await signInApi(keyOf(owner)), { name });
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a plant is shared, accepted on home, seen as its settings allow, and taken back [R6.4, R6.7, R1.9]", async ({
  browser,
  page,
}) => {
  const [owner, guest] = [await makeOwner("Olga"), await makeOwner("Gus")];
  const name = `Shared ${crypto.randomUUID().slice(0, 6)}`;
  const stationId = await makePlant(owner, name);
  await signInAt(page, `/station/${stationId}`, keyOf(owner));
  await page.getByRole("link", { name: "Members" }).click();
  await expect(rowOf(page, owner.userName).first()).toContainText("Owner");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.getByLabel("Email or phone").fill(guest.account);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("The invitation has been sent.")).toBeVisible();
  await expect(rowOf(page, guest.account)).toContainText("pending");
  const log = page.getByRole("region", { name: "Plant log" });
  await expect(log.getByRole("row").filter({ hasText: "Plant added" })).toContainText(owner.userName);
  expect(await findViolations(page)).toEqual([]);

  const other = await openFor(browser, guest);
  await confirmEmail(other, guest);
  const offers = other.getByRole("region", { name: "Invitations" });
  await expect(offers).toContainText(`${owner.userName} shares the plant ${name} with you`);
  expect(await findViolations(other)).toEqual([]);
  await offers.getByRole("button", { name: `Accept ${name}` }).click();
  await expect(other.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(other.getByRole("region", { name: "Energy" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Members" })).toHaveCount(0);

  await page.getByRole("button", { name: "Plant settings" }).click();
  await page.getByRole("checkbox", { name: "Energy and power curves" }).uncheck();
  await page.getByLabel("Start page of the plant").selectOption({ label: "External link" });
  await page.getByLabel("Link address").fill("https://roof.example.org/");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings have been saved.")).toBeVisible();
  await other.reload();
  await expect(other.getByRole("region", { name: "This plant opens an external page" })).toContainText(
    "https://roof.example.org/",
  );
  await other.getByRole("button", { name: "Stay in the console" }).click();
  await expect(other.getByRole("link", { name: "Open page" })).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Power now" })).toBeVisible();
  await expect(other.getByRole("region", { name: "Energy" })).toHaveCount(0);

  await page.getByRole("button", { name: `Revoke access ${guest.userName}` }).click();
  await page.getByRole("button", { name: "Revoke access", exact: true }).click();
  // The log below goes on telling of them.
  await expect(page.getByRole("button", { name: `Revoke access ${guest.userName}` })).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name })).toHaveCount(0);
  await other.context().close();
});

test("a plant is offered with the password, accepted by the other person alone, and then theirs [R6.5, R1.9]", async ({
  browser,
  page,
}) => {
  const [owner, heir] = [await makeOwner("Olga"), await makeOwner("Hana")];
  await proveEmail(heir);
  const name = `Handed ${crypto.randomUUID().slice(0, 6)}`;
  const stationId = await makePlant(owner, name);
  await signInAt(page, `/station/${stationId}/members`, keyOf(owner));
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await page.getByLabel("Email or phone of the new owner").fill(heir.account);
  await page.getByRole("button", { name: "Offer plant" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  const open = page.getByRole("region", { name: "Transfer" });
  await expect(open).toContainText(`Offered to ${heir.account}`);
  await expect(page.getByRole("button", { name: "Transfer", exact: true })).toBeDisabled();
  expect(await findViolations(page)).toEqual([]);

  const other = await openFor(browser, heir);
  await other.getByRole("button", { name: `Accept ${name}` }).click();
  await expect(other.getByText(`Become the owner of ${name}?`)).toBeVisible();
  await other.getByRole("button", { name: "Become owner" }).click();
  await expect(other.getByRole("heading", { level: 1, name })).toBeVisible();
  await go(other, `/station/${stationId}/members`);
  await expect(rowOf(other, heir.userName).first()).toContainText("Owner");
  await page.reload();
  await expect(open).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(0);

  // The new owner deletes it.
  await other.getByRole("button", { name: "Delete plant" }).click();
  const deletion = other.getByRole("dialog", { name: `Delete ${name}?` });
  await deletion.getByLabel("Name of the plant").fill(name);
  expect(await findViolations(other)).toEqual([]);
  await deletion.getByRole("button", { name: "Delete plant" }).click();
  await other.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByText("Plant deleted.")).toBeVisible();
  await expect(other).toHaveURL(/#\/home/);
  await expect(other.getByRole("main").getByText(name).filter({ visible: true })).toHaveCount(0);
  await other.context().close();
});

test("without an account the public plants are listed with name, power, energy and a rough place [R7.3]", async ({
  page,
}) => {
  const api = await signInApi();
  const name = `Seen ${crypto.randomUUID().slice(0, 6)}`;
  await addPlant(api, { name, visibility: "public", latitude: 31.2345, longitude: 120.6789 });
  await addPlant(api, { name: `${name} hidden` });
  await open(page, "/public-plants");
  await expect(page).toHaveURL(/#\/login/);
  await page.getByRole("button", { name: "View public plants" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Public plants" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Name" }).fill(name);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("31.2°, 120.7°");
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(360);
});

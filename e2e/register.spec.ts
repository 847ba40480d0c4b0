import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { addCompany } from "./support/company.ts";
import { expect, fillSignIn, go, open, signIn, signInAt, test } from "./support/console.ts";
import { codePattern, findInMail } from "./support/mails.ts";

const [first, second] = ["Blue-roof-77", "Green-roof-88"];
const newTarget = () => `${randomUUID()}@example.org`;

async function takeCode(page: Page, target: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email or phone" }).fill(target);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("button", { name: /^Resend in \d+ s$/ })).toBeDisabled();
  await page.getByLabel("Verification code").fill(await findInMail(target, codePattern));
}

/** Ends the session of this tab; the page is loaded before it goes elsewhere, so that no load of its parts is cut off. */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^(New p|P)assword$/).fill(password);
  await page.getByLabel(/^Confirm (new )?password$/).fill(password);
}

test("registering by a code, after a wrong one, signs in to a company of one's own; profile, password, email and mails are changed in the personal centre [R2.11, R2.25, R3.5, R4.5, R5.17, R7.5, R7.6, R7.9]", async ({
  page,
}) => {
  const target = newTarget();
  await open(page, "/login");
  await page.getByRole("link", { name: "Register" }).click();
  await takeCode(page, target);
  await page.getByLabel("Your name").fill("Ana Sol");
  await page.getByLabel("Company").fill("Sun & Co");
  // What was typed is there again, but for the code.
  await page.reload();
  await page.getByLabel("Verification code").fill("123456");
  await choosePassword(page, first);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  const submit = page.getByRole("button", { name: "Register", exact: true });
  await submit.click();
  await expect(page.getByText("The code is incorrect or has expired.")).toBeVisible();
  await expect(page).toHaveURL(/#\/reg/);
  await page.getByLabel("Verification code").fill(await findInMail(target, codePattern));
  await submit.click();
  await expect(page).toHaveURL(/#\/home/);

  await go(page, "/personal-center");
  const profile = page.getByRole("region", { name: "Profile" });
  for (const text of ["Ana Sol", "Sun & Co", "Owner"]) await expect(profile).toContainText(text);
  const card = page.getByRole("region", { name: "Sign-in and notifications" });
  await expect(card).toContainText(target);
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByRole("dialog").getByLabel("Nickname").fill("Annie");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(profile).toContainText("Annie");

  // The choice is on screen with the click itself, and stays while the server's own value is still on its way.
  const held = Promise.withResolvers<void>();
  await page.clock.install();
  await page.route(/getUserInfo/u, async (route) => {
    await held.promise;
    await route.continue();
  });
  const mails = card.getByRole("checkbox");
  const isCheckedAfterClick = (box: { click(): void; checked: boolean }) => {
    box.click();
    return box.checked;
  };
  const stored = page.waitForResponse(/updateMessageNotify/u);
  expect(await mails.evaluate(isCheckedAfterClick as never)).toBe(false);
  expect((await stored).request().postDataJSON()).toEqual({ emailNotify: false });
  await page.clock.fastForward("00:03");
  await expect(mails).toBeEnabled();
  await expect(mails).not.toBeChecked();
  held.resolve();
  await page.reload();
  await expect(mails).not.toBeChecked();

  await card.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Current password").fill("Wrong-word-1");
  await choosePassword(page, second);
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("The password is incorrect.")).toBeVisible();
  await page.getByLabel("Current password").fill(first);
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const next = newTarget();
  await card.getByRole("button", { name: "Set" }).click();
  await takeCode(page, next);
  await page.getByRole("dialog").getByRole("button", { name: "Set" }).click();
  const stepUp = page.getByRole("dialog").filter({ hasText: "Confirm your password" });
  await stepUp.getByLabel("Password", { exact: true }).fill(second);
  await stepUp.getByRole("button", { name: "Continue" }).click();
  await expect(card).toContainText(next);

  await forgetSession(page);
  await open(page, "/login");
  await fillSignIn(page, { account: next, password: second });
  await expect(page).toHaveURL(/#\/home/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
});

test("a forgotten password is replaced by a code, and the old one is dead [R7.7, R4.5]", async ({ page }) => {
  const root = await signInApi();
  const { account: who } = await addCompany(root, randomUUID().slice(0, 6));
  const target = who.account;
  await signIn(page, who);
  const old = await page.evaluate(() => sessionStorage.getItem("heliograph.session"));
  await forgetSession(page);
  await open(page, "/login");
  await page.getByRole("link", { name: "Forgot password" }).click();
  await page.getByLabel("Email or phone").fill(target);
  await page.getByRole("button", { name: "Send code" }).click();
  await page
    .getByLabel("Verification code")
    .fill(await findInMail(target, /password reset code\n\nYour code is (\d{6})\./));
  await choosePassword(page, second);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL(/#\/home/);
  const { access_token } = JSON.parse(old ?? "{}") as { access_token: string };
  const status = await page.evaluate(
    async (token) => (await fetch("./api/user/isSuper", { headers: { Authorization: token } })).status,
    access_token,
  );
  expect(status).toBe(401);
});

test("an invitation's link leads into the inviting company, once [R7.6, R3.6]", async ({ page }) => {
  const email = newTarget();
  await signInAt(page, "/account/list");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await dialog.getByLabel("Role").click();
  await page
    .locator(".ant-select-item-option")
    .filter({ hasText: "Platform support", visible: true })
    .first()
    .click();
  await dialog.getByLabel("Account name").fill("Bo Li");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const address = await findInMail(email, /#(\/reg\?invitation=[\w-]{43})$/m);
  await forgetSession(page);
  await open(page, address);
  await expect(page.getByText("Platform operator has invited you.")).toBeVisible();
  await expect(page.getByLabel("Email or phone")).toHaveValue(email);
  await expect(page.getByLabel("Your name")).toHaveValue("Bo Li");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Verification code").fill(await findInMail(email, codePattern));
  await choosePassword(page, first);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL(/#\/home/);
  await go(page, "/personal-center");
  await expect(page.getByRole("region", { name: "Profile" })).toContainText("Platform support");
  await forgetSession(page);
  await open(page, address);
  await expect(page.getByText("This invitation is no longer valid.")).toBeVisible();
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Language } from "./support/console.ts";
import { expect, fillSignIn, go, open, signIn, test } from "./support/console.ts";
import { codePattern, findInMail } from "./support/mails.ts";
import { findViolations } from "./support/violations.ts";

const [first, second] = ["Blue-roof-77", "Green-roof-88"];
const newTarget = () => `${randomUUID()}@example.org`;

async function takeCode(page: Page, target: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email or phone" }).fill(target);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("button", { name: /^Resend in \d+ s$/ })).toBeDisabled();
  await page.getByLabel("Verification code").fill(await findInMail(target, codePattern));
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^(New p|P)assword$/).fill(password);
  await page.getByLabel(/^Confirm (new )?password$/).fill(password);
}

async function register(page: Page, target: string): Promise<void> {
  await open(page, "/login");
  await page.getByRole("link", { name: "Register" }).click();
  await takeCode(page, target);
  await page.getByLabel("Your name").fill("Ana Sol");
  await page.getByLabel("Company").fill("Sun & Co");
  // What was typed is there again, but for the code.
  await page.reload();
  await page.getByLabel("Verification code").fill(await findInMail(target, codePattern));
  await choosePassword(page, first);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL(/#\/home/);
}

test("registering by a code signs in to a company of one's own [R7.5, R7.6, R4.5, R2.25]", async ({
  page,
}) => {
  const target = newTarget();
  await register(page, target);
  await go(page, "/personal-center");
  const profile = page.getByRole("region", { name: "Profile" });
  for (const text of ["Ana Sol", "Sun & Co", "Owner"]) await expect(profile).toContainText(text);
  await expect(page.getByRole("region", { name: "Sign-in and notifications" })).toContainText(target);
});

const sentences: Record<Language, readonly string[]> = {
  en: [
    "Enter your email or phone number",
    "Enter the verification code",
    "Enter your name",
    "The password must have 6 to 16 characters",
    "The password is not the same",
    "Accept the user agreement",
  ],
  "zh-cn": [
    "请输入邮箱或电话号码",
    "请输入验证码",
    "请输入您的姓名",
    "密码须为 6 至 16 个字符",
    "两次输入的密码不一致",
    "请先同意用户协议",
  ],
  pt: [
    "Informe seu e-mail ou telefone",
    "Informe o código de verificação",
    "Informe seu nome",
    "A senha deve ter de 6 a 16 caracteres",
    "As senhas não são iguais",
    "Aceite o termo de uso",
  ],
  th: [
    "โปรดกรอกอีเมลหรือหมายเลขโทรศัพท์",
    "โปรดกรอกรหัสยืนยัน",
    "โปรดกรอกชื่อของคุณ",
    "รหัสผ่านต้องมี 6 ถึง 16 ตัวอักษร",
    "รหัสผ่านไม่ตรงกัน",
    "โปรดยอมรับข้อตกลงผู้ใช้",
  ],
};

test("each rule of registering has its sentence beside the field, in four languages, on a phone too [R5.3, R5.15, R5.16, R5.17, R5.18, R1.16]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of ["en", "zh-cn", "pt", "th"] as const) {
    await open(page, "/reg", language);
    await page.reload();
    const submit = page.locator('button[type="submit"]');
    await page.locator('input[name="confirmPassword"]').fill("another");
    await submit.click();
    for (const sentence of sentences[language])
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(6);
    expect(await findViolations(page)).toEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await page.locator('input[name="target"]').fill("ana@");
  await page.locator('button[type="submit"]').click();
  await expect(page.getByText("โปรดกรอกอีเมลให้ถูกต้อง")).toBeVisible();
});

test("a wrong code is refused beside its field, by the server in words [R5.17]", async ({ page }) => {
  await open(page, "/reg");
  await page.getByLabel("Email or phone").fill(newTarget());
  await page.getByLabel("Verification code").fill("123456");
  await page.getByLabel("Your name").fill("Ana");
  await choosePassword(page, first);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("The code is incorrect or has expired.")).toBeVisible();
  await expect(page).toHaveURL(/#\/reg/);
});

test("a forgotten password is replaced by a code, and the old one is dead [R7.7, R4.5]", async ({ page }) => {
  const target = newTarget();
  await register(page, target);
  const old = await page.evaluate(() => sessionStorage.getItem("heliograph.session"));
  await page.evaluate(() => sessionStorage.clear());
  await open(page, "/login");
  await page.reload();
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
  await signIn(page);
  await go(page, "/account/list");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await dialog.getByLabel("Role").click();
  await page.locator(".ant-select-item-option").filter({ hasText: "Platform support" }).first().click();
  await dialog.getByLabel("Account name").fill("Bo Li");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const address = await findInMail(email, /#(\/reg\?invitation=[\w-]{43})$/m);
  await page.evaluate(() => sessionStorage.clear());
  await open(page, address);
  await page.reload();
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
  await page.evaluate(() => sessionStorage.clear());
  await open(page, address);
  await page.reload();
  await expect(page.getByText("This invitation is no longer valid.")).toBeVisible();
});

test("in the personal centre profile, password, email and mails are one's own to change [R2.11, R7.9, R3.5]", async ({
  page,
}) => {
  const target = newTarget();
  await register(page, target);
  await go(page, "/personal-center");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByRole("dialog").getByLabel("Nickname").fill("Annie");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Profile" })).toContainText("Annie");

  const card = page.getByRole("region", { name: "Sign-in and notifications" });
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

  await page.evaluate(() => sessionStorage.clear());
  await open(page, "/login");
  await page.reload();
  await fillSignIn(page, { account: next, password: second });
  await expect(page).toHaveURL(/#\/home/);
});

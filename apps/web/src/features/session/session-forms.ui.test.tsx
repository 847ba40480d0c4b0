import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { acceptSignIn, tokens } from "../../../test/ui/sign-in.ts";
import { text } from "../../../test/ui/text.ts";
import { rememberReturn } from "../../shared/session/return-address.ts";

const alerts = page.getByRole("alert");
const labelled = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sayingOf = () => [...document.querySelectorAll('[role="alert"]')].map((each) => each.textContent);

test("says what is missing to sign in beside each field, begins with the first, and sends nothing [R5.4]", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/login" });
  await button(text("action.signIn")).click();
  await expect
    .poll(sayingOf)
    .toEqual([text("login.accountNeeded"), text("login.passwordNeeded"), text("login.agreementNeeded")]);
  await expect.element(labelled(text("login.account"))).toHaveFocus();
  await labelled(text("login.account")).fill("abc");
  await expect.poll(sayingOf).toEqual([text("login.passwordNeeded"), text("login.agreementNeeded")]);
  await page.getByRole("checkbox", { name: new RegExp(text("login.agree")) }).click();
  await labelled(text("login.password")).fill(" Blue roof ");
  await button(text("action.signIn")).click();
  await expect.poll(sayingOf).toEqual([text("login.accountWrong")]);
  expect(server.listCalls(endpoints.token.login)).toEqual([]);

  server.refuse(endpoints.token.login, "A0200", messages.en["code.A0200"]);
  await labelled(text("login.account")).fill(" ana@example.org ");
  await button(text("action.signIn")).click();
  await expect.poll(sayingOf).toEqual([messages.en["code.A0200"]]);
  expect(server.listCalls(endpoints.token.login)[0]?.body).toEqual({
    account: "ana@example.org",
    password: " Blue roof ",
    endpoint: "WEB",
    keepSignedIn: false,
  });
});

test("asks for a second step where the server requires one, and returns from it", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/login" });
  server.reply(endpoints.token.login, () => {
    throw new Refusal("A0221", "", { challenge: "c", methods: ["totp", "recovery"] });
  });
  await labelled(text("login.account")).fill("ana@example.org");
  await labelled(text("login.password")).fill("Blue-roof-77");
  await page.getByRole("checkbox", { name: new RegExp(text("login.agree")) }).click();
  await button(text("action.signIn")).click();
  const step = page.getByRole("form");
  await expect.element(step).toBeVisible();
  await expect.element(step.getByRole("textbox")).toHaveFocus();
  await button(text("secondStep.confirm")).click();
  await expect.element(alerts).toHaveTextContent(text("secondStep.needed"));
  server.refuse(endpoints.token.secondFactor, "A0240", messages.en["code.A0240"]);
  await step.getByRole("textbox").fill("123456");
  await button(text("secondStep.confirm")).click();
  await expect.element(step.getByRole("textbox")).toHaveAccessibleDescription(messages.en["code.A0240"]);
  expect(server.listCalls(endpoints.token.secondFactor)[0]?.body).toEqual({ challenge: "c", code: "123456" });
  server.refuse(endpoints.token.secondFactor, "A0230", messages.en["code.A0230"]);
  await button(text("secondStep.confirm")).click();
  await expect.element(alerts).toHaveTextContent(messages.en["code.A0230"]);
  await expect.element(labelled(text("login.account"))).toHaveValue("ana@example.org");
});

test("registers with what was typed, and keeps no password or code in the tab [R5.3, R5.16, R8.2]", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/reg" });
  server.reply(endpoints.registry.sendCode, { resendAfterS: 60 });
  server.refuse(endpoints.registry.register, "A0240", messages.en["code.A0240"]);
  await expect.element(labelled(text("code.target"))).toBeVisible();
  await button(text("code.send")).click();
  await expect.poll(sayingOf).toEqual([text("code.targetNeeded")]);
  await labelled(text("code.target")).fill("ana@example.org ");
  await button(text("code.send")).click();
  await expect.poll(() => server.listCalls(endpoints.registry.sendCode).length).toBe(1);
  await labelled(text("code.label")).fill("123456");
  await labelled(text("register.userName")).fill("Ana");
  await labelled(text("chosen.firstPassword")).fill("Blue-roof-77");
  await labelled(text("chosen.firstConfirm")).fill("Blue-roof-78");
  await button(text("register.submit")).click();
  await expect.poll(sayingOf).toEqual([text("chosen.same"), text("register.agreementNeeded")]);
  await labelled(text("chosen.firstConfirm")).fill("Blue-roof-77");
  await page.getByRole("checkbox").click();
  await button(text("register.submit")).click();
  await expect.poll(sayingOf).toEqual([`${text("register.failed")} ${messages.en["code.A0240"]}`]);
  expect(server.listCalls(endpoints.registry.register)[0]?.body).toEqual({
    target: "ana@example.org",
    code: "123456",
    userName: "Ana",
    companyName: "",
    password: "Blue-roof-77",
    confirmPassword: "Blue-roof-77",
    agree: true,
  });
  const kept = JSON.stringify({ ...sessionStorage });
  expect(kept).toContain("ana@example.org");
  expect(kept).not.toMatch(/Blue-roof|123456/);
});

test("an invited user begins on home, not where another user's session ended in this tab", async () => {
  rememberReturn("/account/list");
  await openConsole({
    isSignedOut: true,
    at: `/reg?invitation=${"t".repeat(43)}`,
    prepare(server) {
      acceptSignIn(server);
      server.reply(endpoints.registry.register, tokens);
      server.reply(endpoints.registry.getInvitation, {
        ...{ target: "bo@example.org", userName: "Bo Li", companyName: "Sunny" },
        expiresAt: "2099-01-01T00:00:00Z",
      });
    },
  });
  await labelled(text("code.label")).fill("123456");
  await labelled(text("chosen.firstPassword")).fill("Blue-roof-77");
  await labelled(text("chosen.firstConfirm")).fill("Blue-roof-77");
  await page.getByRole("checkbox").click();
  await button(text("register.submit")).click();
  await expect.poll(() => location.hash).toBe("#/home");
});

test("sets a new password by a code", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/forgot" });
  server.refuse(endpoints.registry.updateForgottenPassword, "A0240", messages.en["code.A0240"]);
  await labelled(text("code.target")).fill("ana@example.org");
  await labelled(text("code.label")).fill("123456");
  await labelled(text("chosen.password")).fill("short");
  await button(text("forgot.submit")).click();
  await expect.poll(sayingOf).toEqual([text("chosen.length"), text("chosen.confirmNeeded")]);
  await expect.element(labelled(text("chosen.password"))).toHaveFocus();
  await labelled(text("chosen.password")).fill("Blue-roof-77");
  await labelled(text("chosen.confirm")).fill("Blue-roof-77");
  await button(text("forgot.submit")).click();
  await expect.poll(sayingOf).toEqual([messages.en["code.A0240"]]);
});

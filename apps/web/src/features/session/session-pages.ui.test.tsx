import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { acceptSignIn, fillSignIn } from "../../../test/ui/sign-in.ts";

const heading = (name: string) => page.getByRole("heading", { level: 1, name });

test("registration and forgotten password are reached from sign-in, link back and ask for no permissions [R2.6, R2.25]", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/login" });
  for (const [name, path] of [
    ["Register", "/reg"],
    ["Forgot password", "/forgot"],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await expect.element(page.getByLabelText("Verification code")).toBeVisible();
    expect(location.hash).toBe(`#${path}`);
    await page.getByRole("link", { name: /sign.in/i }).click();
    await expect.poll(() => location.hash).toBe("#/login");
  }
  expect(server.listCalls(endpoints.permission.getPermission)).toEqual([]);
  go("/LayoutLogin");
  await expect.poll(() => location.hash).toBe("#/login");
});

test("sign-in asks for the agreement beside the box, and an accepted one is remembered by its version [R2.25]", async () => {
  await openConsole({ isSignedOut: true, at: "/login", prepare: acceptSignIn });
  const box = page.getByRole("checkbox", { name: "I have read and accept the user agreement" });
  const refusal = page.getByText("Accept the user agreement to sign in");
  await expect.element(box).not.toBeChecked();
  await page.getByRole("button", { name: "Sign in" }).first().click();
  await expect.element(refusal).toBeVisible();
  await box.click();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "user agreement", exact: true }))
    .toHaveAttribute("href", "#/agreement?part=agreement");
  await fillSignIn();
  await expect.element(heading("plant")).toBeVisible();
  expect(location.hash).toBe("#/home");
  // Never whose tick it was (R9.5).
  expect(JSON.parse(localStorage.getItem("prefs") ?? "{}")).toEqual({ agreement: "1.0" });
});

test("the link beside the tick box opens the user agreement at its title [R2.25]", async () => {
  await openConsole({ isSignedOut: true, at: "/login" });
  await page.getByRole("link", { name: "user agreement", exact: true }).click();
  await expect.poll(() => location.hash).toBe("#/agreement?part=agreement");
  await expect.element(heading("User agreement")).toHaveFocus();
  await expect.element(heading("User agreement")).toBeInViewport();
});

test("where the address works on this computer only, sign-in has the link without a code [R2.25]", async () => {
  await openConsole({ isSignedOut: true, at: "/login" });
  await expect.element(page.getByRole("link", { name: "Get the app" })).toBeVisible();
  await expect
    .element(page.getByRole("img", { name: "QR code that opens the app page on a phone" }))
    .not.toBeInTheDocument();
});

test("a guarded address leads to sign-in and back afterwards [R4.1, R1.16]", async () => {
  await openConsole({ isSignedOut: true, at: "/add-power-station", prepare: acceptSignIn });
  await expect.poll(() => location.hash).toBe("#/login");
  await fillSignIn();
  await expect.element(heading("Add plant")).toBeVisible();
});

const words = [
  ["en", "Show password", "Hide password"],
  ["zh-cn", "显示密码", "隐藏密码"],
  ["pt", "Mostrar senha", "Ocultar senha"],
  ["th", "แสดงรหัสผ่าน", "ซ่อนรหัสผ่าน"],
] as const;

test("a typed password is shown on request on every form that asks for one, in each language", async () => {
  await openConsole({ isSignedOut: true, at: "/login" });
  const typeOf = () => document.querySelector<HTMLInputElement>('input[name="password"]')?.type;
  for (const address of ["/login", "/reg", "/forgot"])
    for (const [language, show, hide] of words) {
      go(`${address}?lang=${language}`);
      await expect
        .element(page.getByRole("button", { name: show }))
        .toHaveLength(address === "/login" ? 1 : 2);
      await page.getByRole("button", { name: show }).first().click();
      expect(typeOf()).toBe("text");
      await page.getByRole("button", { name: hide }).click();
      await expect.poll(typeOf).toBe("password");
    }
});

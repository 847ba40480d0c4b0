import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeRole, replyWithAccounts } from "../../test/ui/account-samples.ts";
import { closeConsole, go, openConsole } from "../../test/ui/console.tsx";
import { makePermissions } from "../../test/ui/samples.ts";
import { text } from "../../test/ui/text.ts";

const main = page.getByRole("main");
const heading = (name: string) => page.getByRole("heading", { name });
const expectAddress = (address: string) => expect.poll(() => location.hash).toBe(`#${address}`);
const expectTitle = (title: string) => expect.poll(() => document.title).toBe(title);
const shownHeadings = () =>
  [...document.querySelectorAll("h1")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.textContent);
const expectNoPermission = () => expect.element(heading(text("noPermission.title"))).toBeVisible();

test("addresses pages in the hash, redirects known paths and sets each title [R2.1, R2.4-R2.7]", async () => {
  await openConsole({ isSignedOut: true, at: "/LayoutLogin" });
  await expectAddress("/login");
  await expectTitle("Sign in");
  await closeConsole();
  await openConsole({
    at: "/",
    prepare: (server) => replyWithAccounts(server, [], [makeRole(), makeRole({ name: "owner" })]),
  });
  await expectAddress("/home");
  await expectTitle("Home");
  go("/redirect/home?status=fault");
  await expectAddress("/home?status=fault");
  await expect.element(page.getByRole("button", { name: /^Fault/ })).toHaveAttribute("aria-pressed", "true");
  go("/redirect/system/setup/roles?search=viewer");
  await expectAddress("/system/setup/roles?search=viewer");
  await expect.element(main.getByRole("searchbox")).toHaveValue("viewer");
  go("/redirect");
  await expectAddress("/home");
});

test("shows that a path is unknown, in the main layout with a session and bare without one [R1.16, R2.7]", async () => {
  await page.viewport(360, 740);
  await openConsole({ isSignedOut: true, at: "/no/such/page" });
  await expect.element(heading(text("notFound.title"))).toBeVisible();
  await expect.element(page.getByRole("banner")).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await closeConsole();
  await openConsole({ at: "/no/such/page" });
  await expect.element(heading(text("notFound.title"))).toBeVisible();
  await expect.element(page.getByRole("banner")).toBeVisible();
  go("/401");
  await expectNoPermission();
  await page.getByRole("link", { name: text("action.toHome") }).click();
  await expect.poll(() => location.hash).toMatch(/^#\/home/);
});

test("leads every area's short address to its first page; an unknown page of System is not found [R2.8-R2.10]", async () => {
  await openConsole({ prepare: replyWithAccounts });
  for (const [short, whole, title] of [
    ["/control", "/control/list", "title.dataList"],
    ["/alarms", "/alarms/device", "title.deviceAlarms"],
    ["/account", "/account/list", "title.accounts"],
    ["/system", "/system/setup/roles", "title.roles"],
    ["/system/setup", "/system/setup/roles", "title.roles"],
  ] as const) {
    go(short);
    await expectAddress(whole);
    await expect.poll(shownHeadings).toEqual([text(title)]);
  }
  go("/system/setup/nothing");
  await expect.element(heading(text("notFound.title"))).toBeVisible();
});

test("opens System at the first page the account can see, and refuses it to one that can see none [R2.9, R6.12]", async () => {
  const system = [
    "role:read",
    "customerType:read",
    "account:read",
    "account:edit",
    "device:parameters",
    "firmware:read",
    "firmware:upgrade",
    "system:maintenance",
    "system:provider",
  ];
  await openConsole({ at: "/system", withheld: ["role:read"], prepare: replyWithAccounts });
  for (const address of ["/system", "/system/setup"]) {
    go(address);
    await expectAddress("/system/setup/types");
    await expect.poll(shownHeadings).toEqual([text("title.types")]);
  }
  await closeConsole();
  await openConsole({ withheld: [...system, "system:log", "system:config"] });
  // The page of an allowed area: permissions are known.
  await expect.element(page.getByRole("region", { name: text("home.list"), exact: true })).toBeVisible();
  await expect.element(page.getByRole("link", { name: text("menu.system") })).not.toBeInTheDocument();
  for (const address of ["/system", "/system/setup", "/system/setup/providers"]) {
    go(address);
    await expectNoPermission();
    go("/home");
    await expect.element(page.getByRole("region", { name: text("home.list"), exact: true })).toBeVisible();
  }
});

test("tells a visitor without permission for a page and links back to home [R2.26, R6.12]", async () => {
  const server = await openConsole({ isSignedOut: true, at: "/login" });
  server.reply(endpoints.token.anonymous, {
    token_type: "Bearer",
    access_token: "visitor",
    refresh_token: "visitor",
    expires_in: 3_600,
    refresh_expires_in: 7_200,
  });
  server.reply(endpoints.user.isSuper, false);
  server.reply(endpoints.user.isAnonymous, true);
  server.reply(endpoints.permission.getPermission, { ...makePermissions(), tree: [], perms: [], roles: [] });
  server.reply(endpoints.publicPlants.list, { rows: [], total: 0 });
  await page.getByRole("button", { name: text("login.public") }).click();
  await expectAddress("/public-plants");
  for (const address of [
    "/add-power-station",
    "/control/list",
    "/alarms/device",
    "/account/list",
    "/system/setup/maintenance",
  ]) {
    go(address);
    await expectNoPermission();
  }
  await page.getByRole("link", { name: text("action.toHome") }).click();
  await expect.poll(() => location.hash).toMatch(/^#\/home/);
});

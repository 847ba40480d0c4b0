import type { PermissionNode, Permissions } from "@heliograph/contract";
import type { Page, Request } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { consolePages, settle } from "./support/pages.ts";

let stationId: string;
test.beforeAll(async () => {
  stationId = await addPlant(await signInApi(), { name: `Wire ${crypto.randomUUID().slice(0, 6)}` });
});

const envelope = (change: { code?: string; data?: unknown; msg?: string; status: number }) => ({
  status: change.status >= 400 && change.status < 600 ? change.status : 200,
  headers: { "cache-control": "no-store" },
  json: { code: "0", data: null, msg: "", ...change },
});

/** Counts the calls of an address that reach the server. */
function countCalls(page: Page, path: string) {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === `/api${path}`) asked.push(search);
  });
  return asked;
}

const toasts = (page: Page) => page.locator(".toaster");

/** Opens the dialog that adds a gateway and fills it in. */
async function fillGateway(page: Page): Promise<void> {
  await go(page, `/station/${stationId}?add=gateway`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Serial number").fill("DC-WIRE-1");
  await dialog.getByLabel("Registration code").fill("AAAABBBBCCCCDDDD");
}

const send = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add device" }).click();

test("a message of success is a toast, in Chinese and in any other language [R7.15]", async ({ page }) => {
  await signIn(page);
  for (const msg of ["设备已添加。", "The device has been added."]) {
    await page.route(/\/device\/add$/u, (route) =>
      route.fulfill(envelope({ status: 200, msg, data: { deviceId: crypto.randomUUID() } })),
    );
    await fillGateway(page);
    await send(page);
    await expect(toasts(page).locator('[data-kind="success"]')).toHaveText([msg]);
    await expect(toasts(page).locator(".toast")).toHaveCount(0);
    await page.unrouteAll();
  }
});

test("an answer that no longer matters changes nothing on screen [R7.16]", async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const bell = page.getByRole("link", { name: /^Unresolved alarms: \d/ });
  const said = (await bell.getAttribute("aria-label")) ?? "";
  const late = page.waitForResponse(/warningCount/u);
  await page.route(/warningCount/u, (route) =>
    route.fulfill(envelope({ status: 5003, data: 77, msg: "late" })),
  );
  await page.clock.fastForward("02:00");
  await late;
  await expect(bell).toHaveAttribute("aria-label", said);
  await expect(toasts(page).locator(".toast")).toHaveCount(0);
});

test("a refusal is an error toast with its sentence, unless a card shows it [R7.17, R8.3, R8.6]", async ({
  page,
}) => {
  await signIn(page);
  for (const path of ["index/warningCount", "workData/powerStation/energy"])
    await page.route(new RegExp(`/${path}`, "u"), (route) =>
      route.fulfill(envelope({ status: 500, code: "B0001", msg: `System error: ${path}` })),
    );
  await go(page, `/station/${stationId}`);
  const errors = toasts(page).locator('[data-kind="error"]');
  const card = page.getByText("System error: workData/powerStation/energy").first();
  await expect(card).toBeVisible();
  await page.reload({ waitUntil: "commit" });
  await expect(errors.first()).toHaveText("System error: index/warningCount");
  await expect(card).toBeVisible();
  await expect(errors.filter({ hasText: "energy" })).toHaveCount(0);
});

test("what each page asks for is refused in words on that page, in a card or a toast [R7.17, R8.3]", async ({
  page,
}) => {
  // Every page is loaded two or three times; the limit only ends a run that hangs.
  test.setTimeout(600_000);
  await signIn(page);
  const seen = new Set<string>();
  const hidden = new Map<string, string>();
  for (const { address } of consolePages(stationId)) {
    const asked = await listReads(page, async () => {
      await go(page, address);
      // Nothing refused on the page before is left on screen.
      await page.reload();
    });
    const fresh = [...asked].filter((path) => !seen.has(path));
    for (const path of fresh) seen.add(path);
    const answered = await expectRefused(page, address, fresh);
    // What is asked for only after another answer is refused alone.
    for (const path of fresh) if (!answered.has(path)) hidden.set(path, address);
  }
  expect(seen.size).toBeGreaterThan(20);
  for (const [path, address] of hidden)
    expect([...(await expectRefused(page, address, [path]))]).toEqual([path]);
});

/** Paths a page reads from the server until it shows what it has to show. */
async function listReads(page: Page, act: () => Promise<void>): Promise<Set<string>> {
  const paths = new Set<string>();
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.method() === "GET" && pathname.startsWith("/api/") && pathname !== "/api/events";
    if (isRead) paths.add(pathname);
  };
  page.on("request", note);
  await act();
  await settle(page);
  page.off("request", note);
  return paths;
}

/** Refuses reads of a page that is loaded anew and looks for each sentence; the paths that were read. */
async function expectRefused(page: Page, address: string, paths: readonly string[]): Promise<Set<string>> {
  const answered = new Set<string>();
  if (paths.length === 0) return answered;
  const isRefused = (url: URL): boolean => paths.includes(url.pathname);
  const sentenceOf = (path: string): string => `Refused by the test: ${path}`;
  await page.route(isRefused, (route) => {
    const path = new URL(route.request().url()).pathname;
    answered.add(path);
    return route.fulfill(envelope({ status: 500, code: "B0001", msg: sentenceOf(path) }));
  });
  await go(page, address);
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => answered.size).toBeGreaterThan(0);
  const sentence = (path: string) =>
    page.getByText(sentenceOf(path), { exact: true }).filter({ visible: true }).first();
  const said = new Set<string>();
  while (said.size < answered.size)
    await Promise.all(
      [...answered]
        .filter((path) => !said.has(path))
        .map(async (path) => {
          said.add(path);
          await expect(sentence(path), `${path} on ${address}`).toBeVisible();
        }),
    );
  await page.unroute(isRefused);
  return answered;
}

test("a call without an answer is given up after 300000 ms with Time Out [R8.4, R9.1]", async ({ page }) => {
  await page.addInitScript(() => {
    const asked: number[] = [];
    Object.assign(globalThis, { asked });
    // The page's own limit, let go at once instead of after five minutes.
    const limit = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      asked.push(ms);
      return limit((globalThis as { isHasty?: true }).isHasty ? 50 : ms);
    };
  });
  await signIn(page);
  await page.route(/\/device\/add$/u, () => new Promise(() => undefined));
  await fillGateway(page);
  await page.evaluate(() => {
    const { asked } = globalThis as unknown as { asked: number[] };
    asked.length = 0;
    Object.assign(globalThis, { isHasty: true });
  });
  await send(page);
  await expect(page.getByText("Time Out").first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked)).toContain(300_000);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a missing token resets the session and nothing is sent [R8.5]", async ({ page }) => {
  await signIn(page);
  const asked = countCalls(page, "/workData/powerStation/detail");
  await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem("heliograph.session") ?? "{}") as object;
    sessionStorage.setItem(
      "heliograph.session",
      JSON.stringify({ ...session, refresh_expires_time: 1, expires_time: 1 }),
    );
  });
  await page.reload();
  // The form is there once the reset has loaded the page anew; the address alone changes before.
  await expect(page.getByLabel("Email or phone")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("heliograph.session"))).toBeNull();
  expect(asked).toEqual([]);
});

test("a user who is gone goes to sign-in [R8.1]", async ({ page }) => {
  await signIn(page);
  await page.route(/\/workData\/powerStation\/detail/u, (route) =>
    route.fulfill(envelope({ status: 401, code: "A0201", msg: "User does not exist" })),
  );
  await go(page, `/station/${stationId}`);
  await expect(page).toHaveURL(/#\/login/u);
});

test("under the dialog of a dead session the page stays as it is [R8.2]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${stationId}`);
  await expect(page.getByRole("region", { name: "Power now" })).toBeVisible();
  await page.route(/\/api\/(?!events)/u, (route) =>
    route.fulfill(envelope({ status: 401, code: "A0230", msg: "invalid" })),
  );
  await page.getByRole("button", { name: "Day before" }).click();
  const dialog = page.getByRole("dialog", { name: "This page is no longer valid" });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("region", { name: "Power now" })).toBeVisible();
  await expect(page.getByText("This could not be loaded")).toHaveCount(0);
  await expect(toasts(page).locator(".toast")).toHaveCount(0);
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByLabel("Email or phone")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("heliograph.return"))).toContain(stationId);
});

test("answers are kept five minutes by address and payload, and no copy is stored [R9.2]", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  const curves = countCalls(page, "/workData/powerStation/curve");
  const answer = page.waitForResponse(/powerStation\/curve/u);
  await go(page, `/station/${stationId}`);
  expect((await answer).headers()["cache-control"]).toBe("no-store");
  const forth = page.getByRole("button", { name: "Day after" });
  const back = page.getByRole("button", { name: "Day before" });
  const dayBefore = page.waitForResponse(/powerStation\/curve/u);
  await back.click();
  await expect(forth).toBeEnabled();
  // A call that is left before its answer is there is given up, and keeps nothing.
  await (await dayBefore).finished();
  await settle(page);
  expect(curves).toHaveLength(2);
  await forth.click();
  await expect(forth).toBeDisabled();
  await back.click();
  await expect(forth).toBeEnabled();
  expect(curves).toHaveLength(2);
  await page.clock.fastForward("05:01");
  await forth.click();
  await expect.poll(() => curves.length).toBe(3);
});

test("warning count, system configuration and permissions are read anew within the five minutes [R9.2]", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  await expect(page.getByRole("link", { name: /^Unresolved alarms: \d/ })).toBeVisible();
  await settle(page);
  const users = countCalls(page, "/user/settings/getUserInfo");
  const bypassed = ["/index/warningCount", "/system/config/get", "/permission/getPermission"].map((path) =>
    countCalls(page, path),
  );
  // The frame and its pages are left and shown again, in the same page of the browser.
  for (let time = 1; time <= 2; time += 1) {
    await go(page, "/agreement");
    await expect(page.getByRole("navigation", { name: "Open pages" })).toBeHidden();
    await page.clock.runFor("01:01");
    await go(page, "/home");
    await expect(page.getByRole("link", { name: /^Unresolved alarms: \d/ })).toBeVisible();
    for (const asked of bypassed) await expect.poll(() => asked.length).toBeGreaterThanOrEqual(time);
  }
  // Any other answer of the frame is taken from the cache.
  expect(users).toEqual([]);
});

test("a change drops what it made stale and nothing else [R9.2]", async ({ page }) => {
  await signIn(page);
  await fillGateway(page);
  await expect(page.getByRole("link", { name: /^Unresolved alarms/ })).toBeVisible();
  const details = countCalls(page, "/workData/powerStation/detail");
  const curves = countCalls(page, "/workData/powerStation/curve");
  await page.route(/\/device\/add$/u, (route) =>
    route.fulfill(envelope({ status: 200, data: { deviceId: crypto.randomUUID() } })),
  );
  await send(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => details.length).toBe(1);
  expect(curves).toEqual([]);
});

/** Lets the server answer as if the caller's role had lost a permission. */
async function withdraw(page: Page, withdrawn: string): Promise<void> {
  const disable = (nodes: readonly PermissionNode[]): PermissionNode[] =>
    nodes.map((node) => ({
      ...node,
      disabled: node.disabled || node.id === withdrawn,
      children: disable(node.children),
    }));
  await page.route(/getPermission/u, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: Permissions };
    const { tree, perms } = json.data;
    json.data = { tree: disable(tree), roles: ["owner"], perms: perms.filter((id) => id !== withdrawn) };
    await route.fulfill({ response, json });
  });
}

/** Lets 20 s pass, and the permissions that are read then arrive. */
async function poll(page: Page): Promise<void> {
  const answer = page.waitForResponse(/getPermission/u);
  await page.clock.runFor("00:20");
  await (await answer).finished();
}

test("permissions are read every 20 s on every page with a session, phone pages included [R4.7]", async ({
  page,
}) => {
  await page.clock.install();
  const asked = countCalls(page, "/permission/getPermission");
  // Without a session nothing is read, and nobody is sent away from a page for everyone.
  await open(page, "/agreement");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.clock.runFor("01:00");
  expect(asked).toEqual([]);
  await expect(page).toHaveURL(/#\/agreement/u);

  await signIn(page);
  for (const path of [
    `/mobile/station/layout?stationId=${stationId}`,
    "/mobile/download",
    "/agreement",
    "/home",
  ]) {
    await go(page, path);
    await expect(page.locator("h1:visible")).toBeVisible();
    // A page opened shortly after another one takes what that one has just read.
    await poll(page);
    const before = asked.length;
    for (let time = 1; time <= 2; time += 1) {
      await poll(page);
      expect(asked, path).toHaveLength(before + time);
    }
  }
});

test("registration and forgotten password leave the permissions of a session alone [R2.22]", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  const asked = countCalls(page, "/permission/getPermission");
  await poll(page);
  expect(asked).toHaveLength(1);
  for (const path of ["/reg", "/forgot"]) {
    await go(page, path);
    await expect(page.getByLabel("Verification code")).toBeVisible();
    await page.clock.runFor("02:00");
  }
  expect(asked).toHaveLength(1);
  // The same clock on another page: it was the pages that were quiet.
  await go(page, "/agreement");
  await expect.poll(() => asked.length).toBe(2);
});

test("a permission that is withdrawn is gone from a phone page within 20 s [R4.7]", async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await go(page, `/mobile/station/layout?stationId=${stationId}`);
  await expect(page.getByRole("searchbox")).toBeVisible();
  await poll(page);
  await withdraw(page, "device:read");
  await page.route(/\/workData\/device\/list/u, (route) =>
    route.fulfill(envelope({ status: 403, code: "A0300", msg: "No permission" })),
  );
  await poll(page);
  await expect(page.getByText("You may see this plant, but not its devices.")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
});

test("rights that change ask for everything on screen again [R9.2, R4.7]", async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await expect(page.getByRole("link", { name: "Add plant" }).first()).toBeVisible();
  const overviews = countCalls(page, "/index/overview");
  await withdraw(page, "station:add");
  await page.clock.fastForward("00:25");
  await expect(page.getByRole("link", { name: "Add plant" })).toHaveCount(0);
  await expect.poll(() => overviews.length).toBeGreaterThan(0);
});

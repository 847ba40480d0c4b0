import type { Page, Request } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, signIn, signInAt, test } from "./support/console.ts";
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

test("what each page asks for is refused in words on that page, in a card or a toast [R7.17, R8.3]", {
  tag: "@full",
}, async ({ page }) => {
  // Every page is loaded two or three times; the limit only ends a run that hangs.
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
    const refused = await expectRefused(page, address, fresh);
    // A path that is read only after another response is refused alone.
    for (const path of fresh) if (!refused.has(path)) hidden.set(path, address);
  }
  expect(seen.size).toBeGreaterThan(20);
  for (const [path, address] of hidden)
    expect([...(await expectRefused(page, address, [path]))]).toEqual([path]);
});

/** Paths a page reads from the server until it is complete. */
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

/** Loads a page anew, refuses its reads and expects each message on screen; returns the paths that were read. */
async function expectRefused(page: Page, address: string, paths: readonly string[]): Promise<Set<string>> {
  const refused = new Set<string>();
  if (paths.length === 0) return refused;
  const isRefused = (url: URL): boolean => paths.includes(url.pathname);
  const sentenceOf = (path: string): string => `Refused by the test: ${path}`;
  // What the open page still reads must not count as read by the new one.
  await page.goto("about:blank");
  await page.route(isRefused, (route) => {
    const path = new URL(route.request().url()).pathname;
    refused.add(path);
    return route.fulfill(envelope({ status: 500, code: "B0001", msg: sentenceOf(path) }));
  });
  await open(page, address);
  await expect.poll(() => refused.size).toBeGreaterThan(0);
  const sentence = (path: string) =>
    page.getByText(sentenceOf(path), { exact: true }).filter({ visible: true }).first();
  const said = new Set<string>();
  while (said.size < refused.size)
    await Promise.all(
      [...refused]
        .filter((path) => !said.has(path))
        .map(async (path) => {
          said.add(path);
          await expect(sentence(path), `${path} on ${address}`).toBeVisible();
        }),
    );
  await page.unroute(isRefused);
  return refused;
}

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
  await signInAt(page, `/station/${stationId}`);
  await expect(page.getByRole("region", { name: "Power now" })).toBeVisible();
  await page.route(/\/api\/(?!events)/u, (route) =>
    route.fulfill(envelope({ status: 401, code: "A0230", msg: "invalid" })),
  );
  // As an event: a request of the page itself may have opened the dialog already, in front of the button.
  await page.getByRole("button", { name: "Previous day" }).dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "Your session has expired" });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("region", { name: "Power now" })).toBeVisible();
  await expect(page.getByText("Could not load")).toHaveCount(0);
  await expect(toasts(page).locator(".toast")).toHaveCount(0);
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByLabel("Email or phone")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("heliograph.return"))).toContain(stationId);
});

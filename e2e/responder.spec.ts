import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { httpUrl } from "./support/server.ts";

const REPLY = "**/api/public/responder";
const TOKEN = "A".repeat(43);

const shutDown = {
  ...{ plantName: "Barn", timeZone: "UTC", state: "shut-down", since: "2026-05-01T10:00:00Z" },
  ...{ units: 1, proven: 1, dark: 0, lastMeasuredAt: "2026-05-01T10:00:30Z", gatewaysOnline: 1, gateways: 1 },
  ...{ evidenceAge: "recent", recentForMs: 90_000, offlineUnits: 0 },
  ...{ switchPlaces: "", contacts: [], isPublishedLayout: true, groups: [] },
};

const openPage = (page: Page, token = TOKEN) => page.goto(`${httpUrl()}/responder/page.html#${token}`);
const state = (page: Page) => page.locator("#state");

test("what is kept on a phone has the plant's time, whatever the phone's clock and time zone", async ({
  browser,
}) => {
  const context = await browser.newContext({ timezoneId: "America/New_York" });
  const page = await context.newPage();
  // The phone's clock is a day behind.
  await page.clock.install({ time: "2026-04-30T10:01:00Z" });
  let isOffline = false;
  await page.route(REPLY, (route) =>
    isOffline
      ? route.abort()
      : route.fulfill({
          headers: { date: "Fri, 01 May 2026 10:01:00 GMT" },
          json: { code: "0", data: { ...shutDown, timeZone: "Asia/Tokyo" }, msg: "" },
        }),
  );
  await openPage(page);
  await expect(state(page)).toHaveAttribute("data-evidence", "safe");
  isOffline = true;
  await page.clock.runFor(11_000);
  await expect(page.locator("#stale")).toContainText("01/05/2026, 19:01:00");
  await context.close();
});

async function expectStale(page: Page): Promise<void> {
  await expect(state(page)).toHaveAttribute("data-evidence", "earlier");
  await expect(state(page)).toContainText("Treat the modules as live.");
  await expect(page.locator("#stale")).toContainText("No connection");
}

test("the page for responders calls nothing safe while its connection hangs", async ({ page }) => {
  await page.clock.install({ time: "2026-05-01T10:01:00Z" });
  let isHanging = false;
  await page.route(REPLY, async (route) => {
    // A hanging connection brings neither a response nor an error.
    if (!isHanging) await route.fulfill({ json: { code: "0", data: shutDown, msg: "" } });
  });
  await openPage(page);
  await expect(state(page)).toHaveAttribute("data-evidence", "safe");
  isHanging = true;
  await page.clock.runFor(20_000);
  await expectStale(page);
});

test("the page for responders calls nothing safe that is older than 30 s, as on a phone that was locked", async ({
  page,
}) => {
  await page.clock.install({ time: "2026-05-01T10:01:00Z" });
  await page.route(REPLY, (route) => route.fulfill({ json: { code: "0", data: shutDown, msg: "" } }));
  await openPage(page);
  await expect(state(page)).toHaveAttribute("data-evidence", "safe");
  // It reads only while it is visible.
  await page.evaluate(`Object.defineProperty(document, "visibilityState", { get: () => "hidden" })`);
  await page.clock.runFor(40_000);
  await expectStale(page);
});

test("the page for responders names the time of evidence that is not recent, in the plant's time, and calls nothing safe", async ({
  page,
}) => {
  await page.clock.install({ time: "2026-05-01T10:01:00Z" });
  const group = {
    ...{ name: "", rows: 1, columns: 2, rotationDeg: 0, xM: 0, yM: 0, moduleWidthM: 1, moduleHeightM: 2 },
    modules: [
      [0, 0, "old"],
      [0, 1, "open"],
    ],
  };
  let change: object = { evidenceAge: "old", recentForMs: null, gatewaysOnline: 0, offlineUnits: 8 };
  await page.route(REPLY, (route) =>
    route.fulfill({
      json: {
        code: "0",
        data: { ...shutDown, timeZone: "Asia/Tokyo", groups: [group], ...change },
        msg: "",
      },
    }),
  );
  await openPage(page);
  await expect(state(page)).toHaveAttribute("data-evidence", "earlier");
  await expect(state(page)).toContainText("Shut down, proven at 01/05/2026, 19:00");
  await expect(state(page)).toContainText("0 of 1 gateways online, 8 modules behind offline gateways");
  await expect(page.locator("svg .mark")).toBeHidden();
  change = { evidenceAge: "dark", recentForMs: null };
  await page.clock.runFor(11_000);
  await expect(state(page)).toHaveAttribute("data-evidence", "dark");
  await expect(state(page)).toContainText("It has been dark since then: nothing can be proven again");
  // Recent for less time than until the page is read again.
  change = { recentForMs: 3_000 };
  await page.clock.runFor(10_000);
  await expect(state(page)).toHaveAttribute("data-evidence", "safe");
  await page.clock.runFor(4_000);
  await expect(state(page)).toHaveAttribute("data-evidence", "earlier");
});

test("a wrong or revoked link says so in the chosen language, and to treat the modules as live", async ({
  page,
}) => {
  const problem = page.getByRole("alert");
  await openPage(page, "part-of-a-link");
  await expect(problem).toContainText("The link is incomplete or wrong.");
  await expect(problem).toContainText("Treat the modules as live.");
  await page.getByRole("button", { name: "中文" }).click();
  await expect(problem).toContainText("链接不完整或有误");
  await page.goto("about:blank");
  await openPage(page);
  await expect(problem).toContainText("This page was turned off, or its link was renewed.");
});

test("a page of another server, such as a sign-in to a network, removes nothing that was kept", async ({
  page,
}) => {
  let isForeign = false;
  await page.route(REPLY, (route) =>
    isForeign
      ? route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Sign in to the network</h1>" })
      : route.fulfill({ json: { code: "0", data: shutDown, msg: "" } }),
  );
  await openPage(page);
  await expect(state(page)).toBeVisible();
  isForeign = true;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Barn" })).toBeVisible();
  await expect(page.locator("#stale")).toContainText("No connection");
  await expect(state(page)).toHaveAttribute("data-evidence", "earlier");
});

// Runs in the page, so it is text here.
const isKept = `Promise.all([
  navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"),
  caches.match(new URL("kept/" + location.hash.slice(1), location.href)).then((kept) => kept !== undefined),
]).then((parts) => parts.every(Boolean))`;

test.describe("with the worker that keeps its files", () => {
  test.use({ serviceWorkers: "allow" });

  test("a phone that is offline opens the page of a plant again in a new window, and calls nothing safe", async ({
    page,
    context,
  }) => {
    const api = await signInApi();
    const plantName = `Barn ${crypto.randomUUID().slice(0, 6)}`;
    const stationId = await addPlant(api, { name: plantName });
    const switchPlaces = "Beside the main door";
    await api.call(endpoints.responder.save, { body: { stationId, switchPlaces } });
    const { token } = (await api.call(endpoints.responder.settings, { query: { stationId } })) ?? {};
    await openPage(page, token);
    await expect(page.getByRole("heading", { name: plantName })).toBeVisible();
    await expect(page.locator("#stale")).toBeHidden();
    await page.waitForFunction(isKept);

    await context.setOffline(true);
    await page.close();
    const reopened = await context.newPage();
    await openPage(reopened, token);
    await expect(reopened.getByRole("heading", { name: plantName })).toBeVisible();
    await expect(reopened.getByText(switchPlaces)).toBeVisible();
    await expect(reopened.locator("#stale")).toContainText("No connection. This is the state of");
    await expect(state(reopened)).toContainText("Treat the modules as live.");
    // The link of another plant, which this phone has not opened.
    await openPage(reopened);
    await expect(reopened.getByRole("alert")).toContainText("this device has not opened the page before");
    await context.setOffline(false);
  });
});

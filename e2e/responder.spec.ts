import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { httpUrl } from "./support/server.ts";

const REPLY = "**/api/public/responder";
const TOKEN = "A".repeat(43);

const shutDown = {
  ...{ plantName: "Barn", timeZone: "UTC", state: "shut-down", since: "2026-05-01T10:00:00Z" },
  ...{ units: 1, proven: 1, dark: 0, lastMeasuredAt: "2026-05-01T10:00:30Z", gatewaysOnline: 1, gateways: 1 },
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
  await expect(state(page)).toHaveAttribute("data-safe", "true");
  isOffline = true;
  await page.clock.runFor(11_000);
  await expect(page.locator("#stale")).toContainText("01/05/2026, 19:01:00");
  await context.close();
});

async function expectStale(page: Page): Promise<void> {
  await expect(state(page)).toHaveAttribute("data-safe", "false");
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
  await expect(state(page)).toHaveAttribute("data-safe", "true");
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
  await expect(state(page)).toHaveAttribute("data-safe", "true");
  // It reads only while it is visible.
  await page.evaluate(`Object.defineProperty(document, "visibilityState", { get: () => "hidden" })`);
  await page.clock.runFor(40_000);
  await expectStale(page);
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
  await expect(state(page)).toHaveAttribute("data-safe", "false");
});

import { endpoints } from "@heliograph/contract";
import type { BrowserContext, Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, signInAt, test } from "./support/console.ts";
import { httpUrl } from "./support/server.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

// Three pages of one browser.

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `Tabs ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

/** Addresses of the event streams that are open now, by the tab that holds them. */
function watchStreams(context: BrowserContext) {
  const open = new Map<unknown, { page: Page; url: string }>();
  context.on("request", (request) => {
    if (request.url().includes("/api/events"))
      open.set(request, { page: request.frame().page(), url: request.url() });
  });
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => void open.delete(request));
  const watch = (page: Page): void =>
    void page.on("close", () => {
      for (const [request, stream] of open) if (stream.page === page) open.delete(request);
    });
  for (const page of context.pages()) watch(page);
  context.on("page", watch);
  return () => [...open.values()];
}

async function openPlant(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${httpUrl()}/#/station/${plant.stationId}`);
  await expect(powerOf(page)).toContainText("W");
  return page;
}

const powerOf = (page: Page) => page.getByRole("region", { name: "Power now" });

test("tabs of one session share one stream, and go on without it when its holder closes", async ({
  page: first,
  context,
}) => {
  const streams = watchStreams(context);
  await signIn(first);
  const second = await openPlant(context);
  const third = await openPlant(context);
  await expect.poll(() => streams().length).toBe(1);
  expect(streams()[0]?.page).toBe(first);
  expect(decodeURIComponent(streams()[0]?.url ?? "")).toMatch(/topics=alarms,plant:[\w-]{36},plants$/);
  await go(first, `/station/${plant.stationId}`);
  // A page in the background receives its values, too.
  await plant.reportNow(120);
  for (const page of [first, second, third]) await expect(powerOf(page)).toContainText("1.51kW");

  await first.close({ runBeforeUnload: false });
  await plant.reportNow(220);
  for (const page of [second, third]) await expect(powerOf(page)).toContainText("2.71kW");
  await expect.poll(() => streams().length).toBe(1);
  expect([second, third]).toContain(streams()[0]?.page);
});

test("a frozen tab hands the stream over and rejoins when it resumes", async ({ page: first, context }) => {
  const streams = watchStreams(context);
  await signInAt(first, `/station/${plant.stationId}`);
  await expect(powerOf(first)).toContainText("W");
  const second = await openPlant(context);
  await expect.poll(() => streams().map(({ page }) => page)).toEqual([first]);
  // A headless browser never freezes a page, so the test dispatches the event.
  await first.evaluate('document.dispatchEvent(new Event("freeze"))');
  await expect.poll(() => streams().map(({ page }) => page)).toEqual([second]);
  // Unlike a frozen page, this one goes on running: what it opens and closes must not make it join again.
  await go(first, "/home");
  await go(first, `/station/${plant.stationId}`);
  await expect(powerOf(first)).toContainText("W");
  await plant.reportNow(140);
  await expect(powerOf(second)).toContainText("1.75kW");
  await expect(powerOf(first)).not.toContainText("1.75kW");
  await first.evaluate('document.dispatchEvent(new Event("resume"))');
  await plant.reportNow(240);
  for (const page of [first, second]) await expect(powerOf(page)).toContainText("2.95kW");
  expect(streams()).toHaveLength(1);
});

test("a tab of another session has its own stream, and a page misses nothing while it opens [R1.3]", async ({
  page: first,
  context,
}) => {
  const streams = watchStreams(context);
  await signIn(first);
  // The same browser profile, signed in anew: nothing but the session's random id keeps them apart.
  const other = await context.newPage();
  await other.addInitScript(() => {
    if (sessionStorage.getItem("heliograph.session") === null) {
      const Silent = class extends EventTarget {
        postMessage(): void {}
        close(): void {}
      };
      Object.assign(globalThis, { BroadcastChannel: Silent });
    }
  });
  await signIn(other);
  await expect.poll(() => new Set(streams().map(({ page }) => page)).size).toBe(2);
  await go(other, `/station/${plant.stationId}`);
  await plant.reportNow(240);
  await expect(powerOf(other)).toContainText("2.95kW");
  // No tab receives a report between a page's read and the opening of its first stream, so the page reads again.
  const held = Promise.withResolvers<void>();
  await other.route(/api\/events\?topics=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await other.reload();
  await expect(powerOf(other)).toContainText("2.95kW");
  await plant.reportNow(180);
  const api = await signInApi();
  const readPower = async () =>
    (await api.call(endpoints.station.get, { query: { stationId: plant.stationId } })).powerW ?? 0;
  await expect.poll(readPower).toBeLessThan(2_500);
  held.resolve();
  await expect(powerOf(other)).toContainText("2.23kW");
});

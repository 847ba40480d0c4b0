import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, signInAt, test } from "./support/console.ts";
import { findFileOf, settle } from "./support/pages.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

// Two pages each. The figures in docs/performance.md are of 50 and 150.
const SAMPLES = 3;
const VISITS_PER_SAMPLE = 10;
const VISITS_BETWEEN = 40;

interface Figures {
  heap: number;
  nodes: number;
  listeners: number;
}

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `Kept ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

const main = (page: Page) => page.locator("main:visible");
const plantHeading = (page: Page) => page.getByRole("heading", { level: 1, name: plant.name });

test("many visits leave no more behind than the first ones", { tag: "@full" }, async ({ page }) => {
  await signIn(page);
  const client = await page.context().newCDPSession(page);
  const measure = async (): Promise<Figures> => {
    await settle(page);
    // What a first collection lets go may hold more that only the second one finds.
    await client.send("HeapProfiler.collectGarbage");
    await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { heap: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
  await client.send("Performance.enable");
  // In the page itself: what is measured is the console, not the way to it.
  const visit = (times: number) =>
    page.evaluate(`(async () => {
      const seen = async (text) => {
        for (;;) {
          const heading = [...document.querySelectorAll("main h1")].find((each) => each.checkVisibility());
          if (heading?.textContent.includes(text)) return;
          await new Promise((done) => requestAnimationFrame(done));
        }
      };
      for (let time = 0; time < ${times}; time += 1) {
        location.hash = "/station/${plant.stationId}";
        await seen(${JSON.stringify(plant.name)});
        location.hash = "/home";
        await seen("plant");
      }
    })()`);
  // Both pages are complete before the first sample: a visit leaves as soon as it sees the heading, and a plant's page
  // left half drawn is completed whenever a visit happens to be slow.
  await go(page, `/station/${plant.stationId}`);
  await expect(plantHeading(page)).toBeVisible();
  await settle(page);
  await go(page, "/home");
  // One page's old nodes may remain until the next one is rendered, so each end is sampled more than once: what is left
  // behind at every visit is above all early figures in all late ones.
  const sample = async (pick: (...figures: number[]) => number) => {
    const figures: Figures[] = [];
    for (let round = 0; round < SAMPLES; round += 1) {
      await visit(VISITS_PER_SAMPLE);
      figures.push(await measure());
    }
    const of = (name: keyof Figures): number => pick(...figures.map((each) => each[name]));
    return { heap: of("heap"), nodes: of("nodes"), listeners: of("listeners") };
  };
  const early = await sample(Math.max);
  await visit(VISITS_BETWEEN);
  const late = await sample(Math.min);
  console.log(`heap, nodes and listeners: ${JSON.stringify({ early, late })}`);
  expect(late.nodes).toBeLessThan(early.nodes * 1.1);
  expect(late.listeners).toBeLessThan(early.listeners * 1.1);
  expect(late.heap).toBeLessThan(early.heap * 1.25);
});

test("without a network the console says so, shows nothing under a wrong heading and recovers automatically; a page whose code is missing is requested again", async ({
  page,
  context,
  watch,
}) => {
  await signInAt(page, `/station/${plant.stationId}`);
  const curve = page.getByRole("region", { name: /^Power (today|on )/ });
  const energy = page.getByRole("region", { name: "Energy", exact: true });
  await expect(curve.getByRole("img")).toBeVisible();
  await expect(energy.getByRole("img")).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText("Showing earlier data.");
  await expect(notice).toBeVisible();
  // Another day and another period have not been read, and what was read is of other ones.
  await curve.getByRole("button", { name: "Previous day" }).click();
  await energy.getByText("Years").click();
  for (const card of [curve, energy]) {
    await expect(card.getByText("This will load when you are back online")).toBeVisible();
    await expect(card.getByRole("img")).toHaveCount(0);
  }
  // A page that was never opened: its code cannot come either.
  await go(page, "/control/list");
  await expect(main(page).getByText("Could not load")).toBeVisible();
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(main(page).getByText("Could not load")).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Data list" })).toBeVisible();
  // Its own style came with it.
  const filter = main(page).locator(".plant-select");
  expect((await filter.boundingBox())?.width).toBeCloseTo((17 * 1520) / 192, 0);
  await page.goBack();
  for (const card of [curve, energy]) await expect(card.locator(".chart canvas")).toBeVisible();

  // Code that the server does not send leaves the other pages alone, and is requested again.
  const file = `**/${await findFileOf("src/features/account/account-list-page.tsx")}`;
  await page.route(file, (route) => route.fulfill({ status: 404 }));
  await go(page, "/account/list");
  await expect(main(page).getByText("Could not load")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await main(page).getByRole("link", { name: "Go to home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await page.unroute(file);
  await go(page, "/account/list");
  const retry = main(page).getByRole("button", { name: "Try again" });
  // A browser may remember the failure for the life of the page: the second attempt loads the page again.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(page.getByRole("heading", { level: 1, name: "Account list" })).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  // The console's own lines about what could not be loaded are what this spec provokes.
  watch.offences.length = 0;
});

test("after an update of the server the console loads itself anew when a page of the old release is gone", async ({
  page,
  watch,
}) => {
  await signIn(page);
  // Another release: the page's file is gone until the document is loaded again, which then names another script.
  let isOld = true;
  await page.route(`**/${await findFileOf("src/features/account/account-list-page.tsx")}`, (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.route(
    ({ pathname }) => pathname === "/",
    async (route) => {
      if (route.request().resourceType() === "document") {
        isOld = false;
        return route.continue();
      }
      const response = await route.fetch();
      const body = (await response.text()).replace(/assets\/index-[^".]+\.js/u, "assets/index-next.js");
      return route.fulfill({ response, body });
    },
  );
  // A page just loaded is not loaded again.
  await page.waitForFunction(() => performance.now() > 5_000);
  const loaded = page.waitForEvent("load");
  await go(page, "/account/list");
  await loaded;
  await expect(page.getByRole("heading", { level: 1, name: "Account list" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  // The browser's line about the missing file.
  watch.offences.length = 0;
});

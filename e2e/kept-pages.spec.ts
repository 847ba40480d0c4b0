import type { Page } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { settle } from "./support/pages.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

// Two pages each. The figures in docs/performance.md are of 50 and 150.
const LOOKS = 3;
const VISITS_A_LOOK = 10;
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

const tabs = (page: Page) => page.getByRole("navigation", { name: "Open pages" });
const main = (page: Page) => page.locator("main:visible");
const nameField = (page: Page) => main(page).getByLabel(/^Name/);
const scrollTop = (page: Page) => main(page).evaluate((element) => Math.round(element.scrollTop));
const plantHeading = (page: Page) => page.getByRole("heading", { level: 1, name: plant.name });

test("a kept page comes back as it was left: scroll, filter and half-filled form [R2.21]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1520, height: 640 });
  await signIn(page);
  await page.getByRole("button", { name: /^Normal/ }).click();
  await go(page, `/station/${plant.stationId}`);
  await expect(page.getByRole("row").filter({ hasText: "A12" })).toBeVisible();
  await main(page).evaluate((element) => element.scrollTo(0, 400));
  await go(page, "/add-power-station");
  await nameField(page).fill("Half a plant");

  await tabs(page).getByRole("link", { name: plant.name }).click();
  await expect(plantHeading(page)).toBeAttached();
  expect(await scrollTop(page)).toBe(400);
  await tabs(page).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/#\/home\?status=normal/);
  await expect(page.getByRole("button", { name: /^Normal/ })).toHaveAttribute("aria-pressed", "true");
  await tabs(page).getByRole("link", { name: "Add plant" }).click();
  await expect(nameField(page)).toHaveValue("Half a plant");
  await page.goBack();
  await expect(page).toHaveURL(/#\/home\?status=normal/);
});

test("a page opened at another address starts at the top, a page not kept always does [R2.2]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1520, height: 640 });
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  await expect(page.getByRole("row").filter({ hasText: "A12" })).toBeVisible();
  await main(page).evaluate((element) => element.scrollTo(0, 400));
  await go(page, "/home");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await go(page, `/station/${plant.stationId}?by=year`);
  await expect(plantHeading(page)).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
});

test("eight pages are kept; the one not seen for longest makes room [R2.21]", async ({ page }) => {
  const api = await signInApi();
  const many: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    many.push(await addPlant(api, { name: `Many ${index} ${crypto.randomUUID().slice(0, 4)}` }));
  }
  await signIn(page);
  for (const stationId of many) {
    await go(page, `/station/${stationId}`);
    await expect(page.getByRole("heading", { level: 1, name: /^Many/ })).toBeVisible();
  }
  await expect(tabs(page).getByRole("link")).toHaveCount(8);
  await expect(tabs(page).getByRole("link", { name: "Home" })).toHaveCount(0);
  await expect(page.locator("main")).toHaveCount(8);
});

test("closing a tab shows the one before; something unsaved is asked about and kept on cancel [R2.21, R4.16]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, "/add-power-station");
  await nameField(page).fill("Half a plant");
  await page.getByRole("button", { name: "Close Add plant" }).click();
  const dialog = page.getByRole("dialog", { name: "Close “Add plant”?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(nameField(page)).toHaveValue("Half a plant");
  await page.getByRole("button", { name: "Close Add plant" }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page).toHaveURL(/#\/home/);
  await go(page, "/add-power-station");
  await expect(nameField(page)).toHaveValue("");
});

test("a dialog left open in a hidden page is there again and breaks nothing [R2.21]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?add=gateway`);
  const dialog = page.getByRole("dialog", { name: /^Add a gateway/ });
  await dialog.getByLabel("Serial number").fill("HALF-TYPED");
  await go(page, "/home");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.goBack();
  await expect(dialog.getByLabel("Serial number")).toHaveValue("HALF-TYPED");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a page for everyone in between loses nothing of what is kept [R2.21]", async ({ page }) => {
  await signIn(page);
  await go(page, "/add-power-station");
  await nameField(page).fill("Half a plant");
  await go(page, "/agreement");
  await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Open pages" })).toBeHidden();
  await page.goBack();
  await expect(nameField(page)).toHaveValue("Half a plant");
});

test("many visits leave no more behind than the first ones", async ({ page }) => {
  test.setTimeout(180_000);
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
  // Both pages are drawn whole before the first look: a visit leaves as soon as it sees the heading, and a plant's page
  // left half drawn is completed whenever a visit happens to be slow.
  await go(page, `/station/${plant.stationId}`);
  await expect(plantHeading(page)).toBeVisible();
  await settle(page);
  await go(page, "/home");
  // One page's old nodes may live until the next one is drawn, so each end is looked at more than once: what is left
  // behind at every visit is above all early figures in all late ones.
  const look = async (pick: (...figures: number[]) => number) => {
    const figures: Figures[] = [];
    for (let round = 0; round < LOOKS; round += 1) {
      await visit(VISITS_A_LOOK);
      figures.push(await measure());
    }
    const of = (name: keyof Figures): number => pick(...figures.map((each) => each[name]));
    return { heap: of("heap"), nodes: of("nodes"), listeners: of("listeners") };
  };
  const early = await look(Math.max);
  await visit(VISITS_BETWEEN);
  const late = await look(Math.min);
  console.log(`heap, nodes and listeners: ${JSON.stringify({ early, late })}`);
  expect(late.nodes).toBeLessThan(early.nodes * 1.1);
  expect(late.listeners).toBeLessThan(early.listeners * 1.1);
  expect(late.heap).toBeLessThan(early.heap * 1.25);
});

test("the sidebar folds and stays folded; the menu marks its area, also on a page of none [R4.18, R9.5]", async ({
  page,
}) => {
  await signIn(page);
  const sidebar = page.getByRole("navigation", { name: "Pages of this area" });
  await sidebar.getByRole("button", { name: "Fold the menu" }).click();
  expect(await page.evaluate(() => localStorage.getItem("sidebarStatus"))).toBe("closed");
  await page.reload();
  await expect(sidebar.getByRole("button", { name: "Fold the menu" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await sidebar.getByRole("button", { name: "Fold the menu" }).click();
  await go(page, "/401");
  await expect(
    page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Plants" }),
  ).toHaveAttribute("aria-current", "true");
  expect(await page.evaluate(() => localStorage.getItem("activeTopMenuPath"))).toBe("/home");
});

test("the palette finds plants, devices and pages with the keyboard alone", async ({ page }) => {
  await signIn(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search the console" });
  await palette.getByRole("combobox").pressSequentially(plant.name);
  await expect(palette.getByRole("option", { name: plant.name })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(plantHeading(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").pressSequentially("Add pl");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/add-power-station/);
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").pressSequentially("no such thing anywhere");
  await expect(palette.getByText("Nothing fits")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});

test("the size moves rows and controls at run time, together with Ant Design, and stays [R9.5]", async ({
  page,
}) => {
  await signIn(page);
  const height = () =>
    page
      .getByRole("row")
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().height);
  const middle = await height();
  await page.getByRole("button", { name: "Theme and size" }).click();
  await page.getByRole("button", { name: "Compact" }).click();
  await expect.poll(height).toBeLessThan(middle);
  await page.getByRole("button", { name: "Large" }).click();
  await expect.poll(height).toBeGreaterThan(middle);
  expect(await page.evaluate(() => localStorage.getItem("size"))).toBe("large");
  await page.reload();
  await expect.poll(height).toBeGreaterThan(middle);
});

test("without a network the console says so and recovers by itself", async ({ page, context }) => {
  await signIn(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
});

test("the bar at the top moves at every change of page [R2.3]", async ({ page }) => {
  await open(page, "/login");
  await page.evaluate(`{
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector("#nprogress .bar");
      if (bar !== null) window.seen.push(bar.style.transform);
    }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
  }`);
  await go(page, "/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate("window.seen.length")).toBeGreaterThan(0);
  // No spinner, and never less than 30 percent of the way.
  expect(await page.evaluate("document.querySelector('#nprogress .spinner')")).toBeNull();
  const first = await page.evaluate<string>("window.seen.find((each) => each !== '')");
  expect(Number(/-([\d.]+)%/u.exec(first)?.[1])).toBeLessThanOrEqual(70);
});

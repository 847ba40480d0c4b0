import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";

const mark = crypto.randomUUID().slice(0, 6);
const COUNT = 45;
const nameOf = (index: number): string => `Block ${mark} ${String(index).padStart(2, "0")}`;

test.beforeAll(async () => {
  const api = await signInApi();
  for (let index = 0; index < COUNT; index += 1)
    await addPlant(api, { name: nameOf(index), installedCapacityKwp: index + 1 });
  await addPlant(api, { name: `=1+1 ${mark}`, installedCapacityKwp: 100 });
});

const region = (page: Page) => page.getByRole("region", { name: "Plants", exact: true }).first();
const rows = (page: Page) => region(page).locator("tbody tr").filter({ hasText: mark });

async function readCsv(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return text.slice(1).trimEnd().split("\r\n");
}

test("a list's order, filter and page are in its address, and Back brings each before [R2.24]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name`);
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first()).toContainText("=1+1");
  await region(page).getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toContainText(nameOf(19));
  await region(page).getByRole("button", { name: "Capacity kWp" }).press("Enter");
  await expect(page).toHaveURL(/sort=installedCapacityKwp/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(region(page).getByRole("columnheader", { name: "Capacity kWp" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(rows(page).first()).toContainText(nameOf(0));
  await region(page).getByRole("button", { name: "Capacity kWp" }).press("Space");
  await expect(page).toHaveURL(/order=desc/);
  await expect(rows(page).first()).toContainText("=1+1");
  await page.goBack();
  await expect(rows(page).first()).toContainText(nameOf(0));
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toContainText(nameOf(19));
  await go(page, `/home?search=${mark}&sort=nonsense&page=-4&pageSize=7&order=up`);
  await expect(rows(page)).toHaveCount(20);
});

test("a page beyond the end leads back, and a filter that fits nothing can be taken away", async ({
  page,
}) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&page=9`);
  await region(page).getByRole("button", { name: "To the first page" }).click();
  await expect(rows(page)).toHaveCount(20);
  await region(page).getByRole("searchbox").fill(`${mark}-nothing`);
  await expect(region(page).getByText("No plant fits")).toBeVisible();
  await region(page).getByRole("button", { name: "Show all" }).click();
  await expect(region(page).getByRole("searchbox")).toHaveValue("");
  await expect(region(page).locator("tbody tr[data-row]").first()).toBeVisible();
});

test("chosen columns stay after a reload, in `prefs` and nowhere else [R9.5]", async ({ page }) => {
  await signIn(page);
  const header = region(page).getByRole("columnheader", { name: "Month kWh" });
  await expect(header).toBeVisible();
  await region(page).getByRole("button", { name: "Columns" }).click();
  await region(page).getByRole("checkbox", { name: "Month kWh" }).uncheck();
  await expect(header).toBeHidden();
  await page.reload();
  await expect(region(page).getByRole("columnheader", { name: "Today kWh" })).toBeVisible();
  await expect(header).toBeHidden();
  const kept = JSON.parse((await page.evaluate<string>('localStorage.getItem("prefs")')) ?? "{}");
  expect(kept.columns).toEqual({ plants: { energyMonthKwh: false } });
  await region(page).getByRole("button", { name: "Columns" }).click();
  await region(page).getByRole("button", { name: "Reset" }).click();
  await expect(header).toBeVisible();
});

test("rows stay chosen over pages and filters, are counted, exported and let go", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name`);
  await region(page)
    .getByRole("checkbox", { name: `Choose ${nameOf(3)}` })
    .check();
  await region(page).getByRole("button", { name: "Next page" }).click();
  await region(page)
    .getByRole("checkbox", { name: `Choose ${nameOf(25)}` })
    .check();
  await expect(region(page).getByText("2 chosen")).toBeVisible();
  await region(page).getByRole("searchbox").fill(nameOf(40));
  await expect(rows(page)).toHaveCount(1);
  await region(page).getByRole("checkbox", { name: "Choose all on this page" }).check();
  await expect(region(page).getByText("3 chosen")).toBeVisible();
  const saved = page.waitForEvent("download");
  await region(page).locator(".chosen-bar").getByRole("button", { name: "Export" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  const lines = await readCsv(await saved);
  expect(lines.slice(1).map((line) => line.split(",")[2])).toEqual([nameOf(3), nameOf(25), nameOf(40)]);
  await region(page).getByRole("button", { name: "Choose none" }).click();
  await expect(region(page).getByText("chosen")).toHaveCount(0);
});

test("a list is exported whole under a name that is asked for, formulas quoted [R5.23]", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name`);
  await expect(rows(page)).toHaveCount(20);
  await region(page).getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export as CSV" });
  const field = dialog.getByLabel("File name");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^Plants \d{4}-\d{2}-\d{2}$/);
  await field.fill("a/b");
  await field.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("cannot have these characters");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  const saved = page.waitForEvent("download");
  await field.fill("my plants");
  await field.press("Enter");
  const download = await saved;
  expect(download.suggestedFilename()).toBe("my plants.csv");
  const lines = await readCsv(download);
  expect(lines).toHaveLength(COUNT + 2);
  expect(lines[0]).toBe(
    "Number,Status,Name,Power (W),Today (kWh),Month (kWh),Year (kWh),Total (kWh),Capacity (kWp),Created,Updated",
  );
  expect(lines[1]?.split(",")[2]).toBe(`'=1+1 ${mark}`);
  await expect(page.getByText("my plants.csv has been written.")).toBeVisible();
});

test("the question for a name ends with the page it was asked on [R4.16]", async ({ page }) => {
  await signIn(page);
  await go(page, "/control/list");
  await go(page, `/home?search=${mark}`);
  await region(page)
    .getByRole("button", { name: /^Export/ })
    .click();
  const question = page.getByRole("dialog");
  await expect(question).toBeVisible();
  // Another order of the same list is no other page.
  await go(page, `/home?search=${mark}&sort=name`);
  await expect(page).toHaveURL(/sort=name/);
  await expect(question).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/control\/list/);
  await expect(question).toHaveCount(0);
});

test("a running export goes on while another page is looked at, and can be stopped", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  await expect(rows(page)).toHaveCount(20);
  const held = Promise.withResolvers<void>();
  await page.route(/powerStation\/list\?.*pageSize=200/, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  const begin = async (name: string) => {
    await region(page).getByRole("button", { name: "Export" }).click();
    await page.getByLabel("File name").fill(name);
    await page.keyboard.press("Enter");
  };
  await begin("stopped");
  await region(page).getByRole("button", { name: "Stop writing stopped.csv" }).click();
  await begin("finished");
  await expect(region(page).getByRole("button", { name: "Stop writing finished.csv" })).toBeVisible();
  await go(page, "/add-power-station");
  await expect(page.getByRole("heading", { level: 1, name: "Add plant" })).toBeVisible();
  const saved = page.waitForEvent("download");
  held.resolve();
  expect((await saved).suggestedFilename()).toBe("finished.csv");
  expect(downloads).toEqual(["finished.csv"]);
});

test("signing out ends background work without asking, leaving the page asks", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  await page.route(/powerStation\/list\?.*pageSize=200/, () => undefined);
  await region(page).getByRole("button", { name: "Export" }).click();
  await page.getByLabel("File name").press("Enter");
  await expect(region(page).getByRole("button", { name: /^Stop writing/ })).toBeVisible();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate("location.reload()");
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/#\/login/);
  expect(asked).toEqual(["beforeunload"]);
});

test("a long page draws only the rows in sight", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name&pageSize=200`);
  const area = region(page).locator(".table-area");
  await expect(region(page).getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 2));
  await expect(rows(page).first()).toBeVisible();
  const drawn = await region(page).locator("tbody tr[data-row]").count();
  expect(drawn).toBeLessThanOrEqual(COUNT + 1);
  await area.evaluate((element: { scrollTo(x: number, y: number): void }) => element.scrollTo(0, 100_000));
  await expect(rows(page).last()).toContainText(nameOf(COUNT - 1));
  await expect(rows(page).last()).toHaveAttribute("aria-rowindex", String(COUNT + 2));
  // Another order begins at the top.
  await region(page).getByRole("button", { name: "Name" }).click();
  await expect(rows(page).first()).toHaveAttribute("aria-rowindex", "2");
});

test("a row is opened by its name, by keyboard and by a click anywhere in it", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name`);
  await region(page)
    .getByRole("link", { name: nameOf(0) })
    .focus();
  await page.keyboard.press("ArrowDown");
  await expect(region(page).getByRole("link", { name: nameOf(1) })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: nameOf(1) })).toBeVisible();
  await page.goBack();
  await rows(page)
    .filter({ hasText: nameOf(2) })
    .getByText("Waiting for gateway")
    .click();
  await expect(page.getByRole("heading", { level: 1, name: nameOf(2) })).toBeVisible();
});

test("a toast stands over an open dialog, is heard there, and goes after three seconds [R4.17]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  await expect(rows(page)).toHaveCount(20);
  const held = Promise.withResolvers<void>();
  await page.route(/powerStation\/list\?.*pageSize=200/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await region(page).getByRole("button", { name: "Export" }).click();
  await page.getByLabel("File name").press("Enter");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out?" });
  await expect(dialog).toBeVisible();
  held.resolve();
  const line = dialog.getByRole("status").getByText("has been written");
  await expect(line).toBeVisible();
  const seen = await line.evaluate(isOnTop);
  expect(seen).toEqual({ isOnTop: true, offsetPx: 16, zIndex: 2100 });
  await expect(line).toBeHidden({ timeout: 5_000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a toast stands 16 px below the edge at every page width and closes after 3000 ms [R4.17]", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  await expect(rows(page)).toHaveCount(20);
  const exportRows = async (): Promise<void> => {
    await region(page).getByRole("button", { name: "Export" }).click();
    await page.getByLabel("File name").press("Enter");
  };
  const line = page.locator(".toast").filter({ hasText: "has been written" });
  await exportRows();
  await expect(line).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(line).toHaveCount(0);

  // Time stands still while the width changes, but for the moment in which the page follows.
  await page.clock.pauseAt(Date.now() + 60_000);
  await exportRows();
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return line.count();
    })
    .toBe(1);
  for (const width of [1520, 1920, 2560, 360]) {
    await page.setViewportSize({ width, height: 1010 });
    await page.clock.runFor(301);
    const box = await page.locator(".toaster").boundingBox();
    expect(box?.y, `${width} px`).toBe(16);
  }
  await page.clock.runFor(3_000);
  await expect(line).toHaveCount(0);
});

test("a calendar opens over the dialog it belongs to [R4.17]", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}&sort=name`);
  await region(page)
    .getByRole("link", { name: nameOf(0) })
    .click();
  await page.getByRole("button", { name: "Add device" }).click();
  await page.getByRole("dialog").getByLabel("Installed on").click();
  const day = page.locator(".ant-picker-cell-in-view").first();
  await expect(day).toBeVisible();
  expect(await day.evaluate(isOnTop)).toMatchObject({ isOnTop: true, zIndex: 2050 });
  await expect(page.getByRole("dialog")).toHaveCSS("z-index", "2000");
});

/** Runs in the page: whether a point of the element is covered by nothing, and how its layer lies. */
function isOnTop(element: unknown) {
  type Box = { left: number; top: number; width: number; height: number };
  type Place = {
    getBoundingClientRect(): Box;
    contains(other: unknown): boolean;
    closest(name: string): unknown;
  };
  const browser = globalThis as unknown as {
    document: { elementFromPoint(x: number, y: number): unknown };
    getComputedStyle(of: unknown): { top: string; zIndex: string };
  };
  const place = element as Place;
  const layer = place.closest(".toaster, .ant-picker-dropdown");
  const box = place.getBoundingClientRect();
  // What takes no clicks is not found by a point; then nothing of the page may be above it but its dialog's veil.
  const found = browser.document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const style = browser.getComputedStyle(layer);
  return {
    isOnTop: place.contains(found) || (found as Place).contains(place),
    offsetPx: Number.parseFloat(style.top),
    zIndex: Number(style.zIndex),
  };
}

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
  await expect(dialog.getByRole("alert")).toContainText("cannot contain these characters");
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
  await expect(page.getByText("my plants.csv has been exported.")).toBeVisible();
});

test("signing out ends background work without asking, leaving the page asks", async ({ page }) => {
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  await page.route(/powerStation\/list\?.*pageSize=200/, () => undefined);
  await region(page).getByRole("button", { name: "Export" }).click();
  await page.getByLabel("File name").press("Enter");
  await expect(region(page).getByRole("button", { name: /^Cancel export of/ })).toBeVisible();
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

import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { addPlant, signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, signIn, signInAt, test } from "./support/console.ts";
import { settle } from "./support/pages.ts";
import { findViolations, findViolationsInBothThemes } from "./support/violations.ts";

let api: Api;
test.beforeAll(async () => {
  api = await signInApi();
});

/** A plant whose name changed, so that the operation log has an original and a new value. */
async function renamePlant(): Promise<{ stationId: string; before: string; after: string }> {
  const before = `Barn ${crypto.randomUUID().slice(0, 8)}`;
  const after = `Stable ${crypto.randomUUID().slice(0, 8)}`;
  const stationId = await addPlant(api, { name: before });
  const { revision } = await api.call(endpoints.station.get, { query: { stationId } });
  await api.call(endpoints.station.update, {
    body: { stationId, revision: String(revision), name: after, phone: "+86 10 7654 3210" },
  });
  return { stationId, before, after };
}

const rowsOf = (page: Page) => page.locator(".data-table:visible tbody tr");

async function search(page: Page, text: string): Promise<void> {
  await page.locator("input[type=search]:visible").fill(text);
}

test("shows who changed what, from the original to the new value, and narrows to it [R3.14, R2.9]", async ({
  page,
}) => {
  const { before, after } = await renamePlant();
  await signInAt(page, "/system/setup/logs");
  await settle(page);
  await search(page, after);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole("combobox", { name: "Operation type" }).selectOption({ label: "Plant changed" });
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("Plant changed");
  await expect(rowsOf(page)).toContainText(after);

  await rowsOf(page).getByRole("button").first().press("Enter");
  const drawer = page.getByRole("dialog", { name: "Plant changed" });
  await expect(drawer.getByRole("row", { name: "name" })).toContainText(`${before}${after}`);
  // Whom to call is nothing a log could ever forget again.
  await expect(drawer.getByRole("row", { name: "phone" })).toContainText("Not recorded (personal data)");
  await expect(drawer).not.toContainText("7654");
  expect(await findViolations(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Show only this plant" }).click();
  await expect(page).toHaveURL(/stationId=/);
  await expect(page.getByRole("button", { name: "Show all plants" })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
});

test("sign-ins are in the system log with method and address, denied requests are counted, and a super user has the chain verified [R3.14]", async ({
  page,
}) => {
  await signInAt(page, "/system/setup/logs?log=system");
  const signedIn = rowsOf(page).filter({ hasText: "Signed in" }).first();
  await expect(signedIn).toContainText("Password");
  await expect(signedIn).toContainText("127.0.0.1");
  const type = page.getByRole("combobox", { name: "Operation type" });
  await type.selectOption({ label: "Log chain key created" });
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Denied requests" }).click();
  await expect(page.getByRole("region", { name: "Denied requests" })).toBeVisible();
  const card = page.getByRole("region", { name: "Log integrity" });
  await card.getByRole("button", { name: "Verify now" }).click();
  await expect(card.getByRole("button", { name: "Verify now" })).toBeEnabled();
  await expect(card.locator(".status-mark")).toContainText("Verified up to row");
});

test("reads in every language and in both themes without a fault of access", { tag: "@full" }, async ({
  page,
}) => {
  await signIn(page);
  const titles: Record<Language, string> = { en: "Logs", "zh-cn": "日志", pt: "Registros", th: "บันทึก" };
  for (const [language, title] of Object.entries(titles) as [Language, string][]) {
    await go(page, `/system/setup/logs?lang=${language}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await settle(page);
    await expect(page.locator(".data-table:visible")).not.toContainText(/logs\./);
  }
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await rowsOf(page).getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

import { expect, test } from "@playwright/test";
import type { RunningServer } from "./support/run-server.ts";
import { startServer } from "./support/run-server.ts";

/** The gateways connect, report their past and have it judged. */
const FOUND_MS = 300_000;

const FAULT = /^C15-4: Arc detected since/;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ hasDemo: true });
});
test.afterAll(() => server.stop());

test("the faulty module of the demo's large roof is two clicks from home, with its cause, and its plant's pages say it", {
  tag: "@full",
}, async ({ page }) => {
  const { http, root } = server.place;
  await page.goto(`${http}/#/login?lang=en`);
  await page.getByLabel("Email or phone").fill(root.account);
  await page.getByLabel("Password", { exact: true }).fill(root.password);
  await page.getByRole("checkbox", { name: /user agreement/ }).check();
  await page.getByRole("button", { name: "Sign in" }).click();
  const row = page.getByRole("row").filter({ hasText: "Gate City Warehouse" });
  await expect(row).toContainText("Fault", { timeout: FOUND_MS });
  await expect(row.getByRole("link", { name: FAULT })).toBeVisible({ timeout: FOUND_MS });
  await row.getByRole("link", { name: "Gate City Warehouse", exact: true }).click();

  // One line for the fuse of a string, however many of its modules have no power.
  const fault = page.getByRole("link", { name: FAULT });
  await expect(fault).toBeVisible({ timeout: FOUND_MS });
  await expect(page.getByRole("main").getByText(/^C5-\d+: /)).toHaveCount(0);
  await fault.click();
  await expect(page.getByRole("heading", { level: 1, name: "Arc detected" })).toBeVisible();
  const guide = page.getByRole("region", { name: "Cause and remedy" });
  await expect(guide.getByText("The unit has detected an electric arc")).toBeVisible();
  await expect(page.getByRole("region", { name: "Location" })).toContainText("C15-4");

  // The header of the plant's other pages says it too.
  await page
    .getByRole("region", { name: "Location" })
    .getByRole("link", { name: "Gate City Warehouse" })
    .click();
  await page.getByRole("link", { name: "Devices", exact: true }).click();
  await expect(page.getByRole("main").getByRole("link", { name: FAULT }).first()).toBeVisible();
});

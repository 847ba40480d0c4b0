import type { Locator } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `Live ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

test("power and units follow each report without a reload [R1.3, R3.10]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  const now = page.getByRole("region", { name: "Power now" });
  const units = page.getByRole("region", { name: "Strings and modules" });
  await plant.reportNow(100);
  await expect(now).toContainText("1.27kW");
  await plant.reportNow(250);
  await expect(now).toContainText("3.07kW");
  await expect(units.getByRole("row").filter({ hasText: "A1" }).first()).toContainText("250");
  await expect(page.getByRole("region", { name: "Gateways" })).toContainText("Online");
});

test("energies that are partial say so on the plant's page and on home, until late reports are counted", async ({
  page,
}) => {
  // The roll-up computes a plant again after 20 times what it cost, at most a minute, and then takes its turn.
  test.setTimeout(240_000);
  const late = { voltageV: 36, currentA: 8, tempC: 20, energyWh: 119_000, signalDbm: -60 };
  const announce = await plant.gateway.reportUnknown([late], Date.now() - 3_600_000);
  await signIn(page);
  const marksIn = (place: Locator) => place.getByTitle(/^Late reports are still being processed/);
  const totals = page.locator(".tiles");
  const row = page.getByRole("row").filter({ hasText: plant.name });
  await expect(marksIn(totals)).toHaveCount(4);
  await go(page, `/home?search=${encodeURIComponent(plant.name)}`);
  await expect(marksIn(row)).toHaveCount(4);
  await go(page, `/station/${plant.stationId}`);
  const [now, energy, curve] = [".now", ".energy", ".curve"].map((name) => page.locator(`.card${name}`));
  await expect(marksIn(now!)).toHaveCount(4);
  await expect(marksIn(energy!)).toHaveText("Updating");
  await expect(marksIn(curve!)).toHaveText("Updating");
  await announce();
  for (const card of [now!, energy!, curve!])
    await expect(marksIn(card)).toHaveCount(0, { timeout: 180_000 });
  await page.goBack();
  await expect(marksIn(row)).toHaveCount(0);
  await expect(row).toBeVisible();
});

test("the day curve shows any past day and never a future one", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  await expect(page.getByRole("img", { name: /^Power on/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next day" })).toBeDisabled();
  await page.getByRole("button", { name: "Previous day" }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/);
  await expect(page.getByRole("button", { name: "Next day" })).toBeEnabled();
  await go(page, `/station/${plant.stationId}?day=2099-01-01`);
  await expect(page.getByRole("button", { name: "Next day" })).toBeDisabled();
});

test("energy is shown by day, month and year [R3.9]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  const energy = page.getByRole("region", { name: "Energy" });
  await expect(energy.getByRole("img", { name: /^Energy in this period: [1-9]/ })).toBeVisible();
  for (const [by, address] of [
    ["Months", /by=month/],
    ["Years", /by=year/],
  ] as const) {
    await energy.getByText(by).click();
    await expect(page).toHaveURL(address);
    await expect(energy.getByRole("img", { name: /^Energy in this period: [1-9]/ })).toBeVisible();
  }
});

test("units are filtered by type [R1.1]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  const units = page.getByRole("region", { name: "Strings and modules" });
  await expect(units.getByRole("row")).toHaveCount(14);
  const type = units.getByRole("combobox", { name: "Type" });
  await type.selectOption("Optimizer");
  await expect(units.getByRole("row")).toHaveCount(13);
  await type.selectOption("Shutdown switch");
  await expect(units.getByText("No devices yet")).toBeVisible();
});

test("units are filtered by status, also from the address", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?status=fault`);
  const units = page.getByRole("region", { name: "Strings and modules" });
  await expect(units.getByText("No devices yet")).toBeVisible();
  await units.getByRole("combobox", { name: "Status" }).selectOption("Normal");
  await expect(page).toHaveURL(/status=normal/);
  await expect(units.getByRole("row").filter({ hasText: "A1" }).first()).toBeVisible();
});

test("refuses an alias with anything but the letters A–Z, a–z and digits, beside its field [R5.1]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?add=gateway`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Serial number" }).fill("DC-ALIAS-1");
  await dialog.getByLabel("Registration code").fill("AAAABBBBCCCCDDDD");
  const alias = dialog.getByLabel("Alias");
  for (const typed of ["Roof A", "Dächer", "屋顶2", "a-b"]) {
    await alias.fill(typed);
    await dialog.getByRole("button", { name: "Add device" }).click();
    await expect(dialog.getByText("Use only the letters A–Z and a–z and the digits 0–9")).toBeVisible();
    await expect(alias).toHaveAttribute("aria-invalid", "true");
  }
  await alias.fill("RoofA1");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog.getByText("Use only the letters A–Z and a–z and the digits 0–9")).toBeHidden();
});

test("a report that was set aside is shown with its reason", async ({ page }) => {
  await plant.gateway.report([{ voltageV: 9_000, currentA: 1, tempC: 20, energyWh: 1, signalDbm: -60 }]);
  await plant.gateway.report(
    [{ voltageV: 30, currentA: 1, tempC: 20, energyWh: 1, signalDbm: -60 }],
    Date.now() + 3_600_000,
  );
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  await page.getByRole("button", { name: /Rejected reports of/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("row")).not.toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("a device with a wrong code is refused, and nothing typed is lost", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?add=gateway`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Serial number" }).fill("dc-nobody-1");
  await dialog.getByLabel("Registration code").fill("AAAABBBBCCCCDDDD");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Serial number" })).toHaveValue("dc-nobody-1");
});

test("a plant that is not there says so", async ({ page }) => {
  await signIn(page);
  const missing = crypto.randomUUID();
  const refused = page.waitForResponse(
    (response) => response.url().includes("api/events") && response.url().includes(missing),
  );
  const others = page.waitForRequest((request) => request.url().endsWith("api/events?topics=plants"));
  await go(page, `/station/${missing}`);
  await expect(page.getByText("Plant not found")).toBeVisible();
  expect((await refused).status()).toBe(404);
  // The other topics go on without it.
  await others;
  await expect(page.getByText("The live connection was lost")).toHaveCount(0);
});

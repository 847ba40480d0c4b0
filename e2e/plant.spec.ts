import { signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import { randomDigits } from "./support/random-digits.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

test("home counts, sums and lists the plants; power and units follow each report on home and on the plant's page; rejected reports have their reason; a missing plant stops no other topic [R1.3, R2.24, R3.9, R3.10]", async ({
  page,
}) => {
  const name = `Sunny ${randomDigits(6)}`;
  const plant = await makeSunnyPlant(await signInApi(), name);
  await signIn(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/\d+ plants?/);
  await page.getByRole("searchbox", { name: "Name or number" }).fill(name);
  await expect(page).toHaveURL(/search=Sunny/);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Normal");
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const column of [
    "Number",
    "Status",
    "Name",
    "Power W",
    "Today kWh",
    "Month kWh",
    "Year kWh",
    "Total kWh",
    "Capacity kWp",
    "Created",
    "Updated",
  ])
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
  await plant.reportNow(200);
  // Twelve units of 200 W and 0 to 11 W more.
  await expect(row).toContainText("2,466");
  const unit = { currentA: 1, tempC: 20, energyWh: 1, signalDbm: -60 };
  await plant.gateway.report([{ ...unit, voltageV: 9_000 }]);
  await plant.gateway.report([{ ...unit, voltageV: 30 }], Date.now() + 3_600_000);
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const now = page.getByRole("region", { name: "Power now" });
  const units = page.getByRole("region", { name: "Strings and modules" });
  await plant.reportNow(100);
  await expect(now).toContainText("1.27kW");
  await plant.reportNow(250);
  await expect(now).toContainText("3.07kW");
  const energy = page.getByRole("region", { name: "Energy" });
  await expect(energy.getByRole("img", { name: /^Energy in this period: [1-9]/ })).toBeVisible();
  const flow = page.getByRole("region", { name: "Power flow" });
  await expect(flow.getByRole("listitem").first()).toContainText(/Modules.*3\.07kW.*12 units/);

  await page
    .getByRole("navigation", { name: "Pages of this plant" })
    .getByRole("link", { name: "Devices" })
    .click();
  await expect(units.getByRole("row").filter({ hasText: "A1" }).first()).toBeVisible();
  await plant.reportNow(240);
  await expect(units.getByRole("row").filter({ hasText: "A1" }).first()).toContainText("240");
  await expect(page.getByRole("region", { name: "Gateways" })).toContainText("Online");
  await page.getByRole("button", { name: /Rejected reports of/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("row")).not.toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  const missing = crypto.randomUUID();
  const refused = page.waitForResponse(
    (response) => response.url().includes("api/events") && response.url().includes(missing),
  );
  const others = page.waitForRequest((request) => request.url().endsWith("api/events?topics=alarms"));
  await go(page, `/station/${missing}`);
  await expect(page.getByText("Plant not found")).toBeVisible();
  expect((await refused).status()).toBe(404);
  await others;
  await expect(page.getByText("The live connection was lost")).toHaveCount(0);
  await plant.gateway.close();
});

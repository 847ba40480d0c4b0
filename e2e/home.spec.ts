import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

test("home counts the plants, sums them and lists them with live power [R2.24, R3.9, R1.3]", async ({
  page,
}) => {
  const api = await signInApi();
  const name = `Sunny ${crypto.randomUUID().slice(0, 6)}`;
  const plant = await makeSunnyPlant(api, name);
  await signIn(page);
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
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await plant.gateway.close();
});

test("sorting, paging and status live in the address and are asked of the server", async ({ page }) => {
  const api = await signInApi();
  const mark = crypto.randomUUID().slice(0, 6);
  for (const [index, installedCapacityKwp] of [3, 30, 12].entries())
    await addPlant(api, { name: `Sort ${mark} ${index}`, installedCapacityKwp });
  await signIn(page);
  await go(page, `/home?search=${mark}`);
  const names = page.getByRole("link", { name: new RegExp(`Sort ${mark}`) });
  await expect(names).toHaveCount(3);
  await page.getByRole("columnheader", { name: "Capacity kWp" }).click();
  await page.getByRole("columnheader", { name: "Capacity kWp" }).click();
  await expect(page).toHaveURL(/sort=installedCapacityKwp&order=desc/);
  await expect(names).toHaveText([`Sort ${mark} 1`, `Sort ${mark} 2`, `Sort ${mark} 0`]);
  await page.reload();
  await expect(names).toHaveText([`Sort ${mark} 1`, `Sort ${mark} 2`, `Sort ${mark} 0`]);
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect(page.getByText("No plants match your filters")).toBeVisible();
});

test("without an account only public plants are seen, without devices and money [R7.3, R4.1]", async ({
  page,
}) => {
  const api = await signInApi();
  const mark = crypto.randomUUID().slice(0, 6);
  await addPlant(api, { name: `Open ${mark}`, visibility: "public" });
  await addPlant(api, { name: `Hidden ${mark}` });
  await open(page, "/login");
  await page.getByRole("button", { name: "View public plants" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("plant");
  await go(page, `/home?search=${mark}`);
  await expect(page.getByRole("link", { name: `Open ${mark}` })).toBeVisible();
  await expect(page.getByText(`Hidden ${mark}`)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add plant" })).toHaveCount(0);
  await page.getByRole("link", { name: `Open ${mark}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Open ${mark}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Strings and modules" })).toHaveCount(0);
  await go(page, "/add-power-station");
  await expect(
    page.getByRole("heading", { name: "You do not have permission to view this page" }),
  ).toBeVisible();
});

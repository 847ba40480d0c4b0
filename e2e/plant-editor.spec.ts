import { endpoints } from "@heliograph/contract";
import { signInApi } from "./support/api.ts";
import { expect, go, signInAt, test } from "./support/console.ts";
import { addUnitPlant } from "./support/unit-plant.ts";

const timeZone = "Asia/Shanghai";
const today = (): string => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format();

test("changes a plant from its page, after refusals beside each field; a changed price counts from today, the days before keep theirs [R2.7, R3.8, R5.3, R5.24]", async ({
  page,
}) => {
  const api = await signInApi();
  const name = `Edit ${crypto.randomUUID().slice(0, 6)}`;
  const plant = await addUnitPlant(api, name, 1);
  await plant.report([5]);
  const read = () => api.call(endpoints.station.get, { query: { stationId: plant.stationId } });
  const before = await read();

  // Energy is counted a moment after its report; a page that was read before does not know of it.
  await expect.poll(async () => (await read()).fixedFields).toContain("currency");
  await signInAt(page, `/station/${plant.stationId}`);
  // Also where no other page has loaded its texts before.
  await expect(page.getByRole("region", { name: "Power now" })).toContainText("Earnings today");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  // The page on screen; the others are kept beside it, hidden.
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: `Edit ${name}` })).toBeVisible();
  await expect(page.getByRole("link", { name: `Edit ${name}` })).toBeVisible();
  await expect(main.getByText("The currency cannot be changed")).toBeVisible();
  await expect(main.getByLabel("Grid connection date")).toHaveCount(0);

  const save = () => main.getByRole("button", { name: "Save changes" }).click();
  await main.getByLabel("Name").fill("");
  await main.getByLabel("Phone").fill("12");
  await save();
  await expect(main.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(main.getByLabel("Name")).toBeFocused();
  await expect(main.getByText("Enter 5–20 digits")).toBeVisible();
  await main.getByLabel("Name").fill(`${name} B`);
  await main.getByLabel("Phone").fill("+49 30 123456");
  const method = main.getByRole("radiogroup", { name: "Pricing method" });
  await method.getByText("Time of use").click();
  await expect(main.getByText("Not priced: 00:00–08:00, 18:00–24:00")).toBeVisible();
  await main.getByRole("textbox", { name: "Price" }).fill("0.5");
  await main.getByRole("button", { name: "Add period" }).click();
  await main.getByRole("textbox", { name: "Price" }).nth(1).fill("0.6");
  await expect(main.getByText("The whole day is priced.")).toBeVisible();

  await method.getByText("Fixed").click();
  await main.getByRole("textbox", { name: "Installer" }).fill("Sun & Co");
  await main.getByRole("textbox", { name: "Price" }).fill("0.91");
  const [year, month, day] = today().split("-");
  await expect(main.getByLabel("Valid from")).toHaveValue(`${day}/${month}/${year}`);
  await save();
  await expect(main.getByRole("heading", { level: 1, name: `${name} B` })).toBeVisible();

  const after = await read();
  expect(after).toMatchObject({ installer: "Sun & Co", tariff: { price: "0.91" } });
  for (const field of ["energyTotalKwh", "gridConnectionDate", "currency", "meteringLevel"] as const)
    expect(after[field]).toEqual(before[field]);
  const { rows } = await api.call(endpoints.station.tariffs, { query: { stationId: plant.stationId } });
  expect(rows.map(({ validFrom, tariff }) => [validFrom, tariff])).toEqual([
    [today(), { method: "fixed", price: "0.91" }],
    ["2025-05-01", { method: "fixed", price: "0.65" }],
  ]);
  await go(page, `/home?search=${encodeURIComponent(name)}`);
  await expect(main.getByRole("link", { name: `${name} B` })).toBeVisible();
  await plant.gateway.close();
});

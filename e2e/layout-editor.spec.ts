import { endpoints } from "@heliograph/contract";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import { addUnitPlant } from "./support/unit-plant.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";

test("opens the layout editor, changes a group, undoes, publishes, and sees the layout in the view", async ({
  page,
}) => {
  const api = await signInApi();
  const plant = await addUnitPlant(api, `Roof ${crypto.randomUUID().slice(0, 6)}`, 3);
  await plant.report([5, 5, 5]);
  const read = () => api.call(endpoints.layout.get, { query: { stationId: plant.stationId } });
  await expect.poll(async () => (await read()).cells.unit.length).toBe(3);

  await signIn(page);
  await go(page, `/station/${plant.stationId}/layout`);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Edit layout" }).click();
  await main.getByRole("checkbox").first().check();
  await main.getByLabel("Name").fill("South roof");
  await main.getByLabel("Name").press("Enter");
  await main.getByLabel("Rotation (°)").fill("30");
  await main.getByLabel("Rotation (°)").press("Enter");
  await main.getByLabel("Tilt (°)").fill("25");
  await main.getByLabel("Tilt (°)").press("Enter");
  await main.getByRole("button", { name: "Undo" }).click();
  await expect(main.getByLabel("Tilt (°)")).toHaveValue("");
  await expect(main.getByText("Draft saved")).toBeVisible();
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  // The draft is on the server: a reload continues with it.
  await page.reload();
  await expect(main.getByRole("checkbox", { name: "South roof" })).toBeVisible();
  await main.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Groups added: South roof")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(main.getByText("Layout 1, published", { exact: false })).toBeVisible();
  const layout = await read();
  expect(layout.groups).toMatchObject([{ name: "South roof", rotationDeg: 30, tiltDeg: null }]);
  expect(layout.cells.unit).toHaveLength(3);
});

import { signInApi } from "./support/api.ts";
import { expect, go, signInAt, test } from "./support/console.ts";
import { addUnitPlant } from "./support/unit-plant.ts";

test("shows the devices of all plants, filtered and sorted by the server, follows each report, and opens each device beside the list [R2.8, R2.21, R3.10, R3.11]", async ({
  page,
}) => {
  const api = await signInApi();
  const mark = crypto.randomUUID().slice(0, 6);
  const one = await addUnitPlant(api, `Alpha ${mark}`, 2);
  const other = await addUnitPlant(api, `Beta ${mark}`, 2);
  await one.report([1, 5]);
  await other.report([3, 2]);

  await signInAt(page, "/control");
  await expect(page).toHaveURL(/#\/control\/list/);
  await expect(page).toHaveTitle("Data list");
  await page.getByRole("combobox", { name: "Type" }).selectOption("Optimizer");
  await expect(page).toHaveURL(/type=OPT/);
  await page.getByRole("searchbox").fill(one.sn.slice(3));
  await expect(page.getByRole("row")).toHaveCount(3);
  const first = page.getByRole("row").filter({ hasText: one.unitSn(1) });
  await expect(first).toContainText(one.name);
  await expect(first.getByRole("cell").nth(5)).toHaveText("40");
  await one.report([7, 5]);
  await expect(first.getByRole("cell").nth(5)).toHaveText("280");

  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: "Plant" }).fill(mark);
  await page.locator(".ant-select-item").filter({ hasText: other.name, visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`stationId=${other.stationId}`));
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("columnheader", { name: "Power W" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=powerW/);
  await expect(page.getByRole("row").nth(1)).toContainText(other.unitSn(2));
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText(other.unitSn(2));
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "Software" }).selectOption("3.0");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Fault");
  await expect(page.getByText("No devices match your filters", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("");

  // The device is shown beside the list, which is as it was left on return.
  await go(page, `/control/list?search=${other.sn.slice(3)}`);
  await page.getByRole("button", { name: other.unitSn(2) }).click();
  const panel = page.getByRole("dialog");
  await expect(panel).toContainText(other.unitSn(2));
  await expect(panel.getByRole("region", { name: "Day curve" }).locator("canvas")).toBeVisible();
  const link = panel.getByRole("link", { name: "Open device page" });
  await expect(link).toHaveAttribute("href", /#\/device\/[0-9a-f-]{36}$/);
  await panel.getByRole("link", { name: other.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: other.name })).toBeVisible();
  await page.getByRole("link", { name: "Data list" }).first().click();
  await expect(page.getByRole("searchbox", { name: "Location, alias or SN" })).toHaveValue(other.sn.slice(3));
  await one.gateway.close();
  await other.gateway.close();
});

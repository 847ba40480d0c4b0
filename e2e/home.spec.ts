import { addPlant, signInApi } from "./support/api.ts";
import { expect, go, open, test } from "./support/console.ts";

test("without an account only public plants are shown, without devices and money, on a phone too [R7.3, R4.1]", async ({
  page,
}) => {
  const api = await signInApi();
  const mark = crypto.randomUUID().slice(0, 6);
  const stationId = await addPlant(api, { name: `Open ${mark}`, visibility: "public" });
  await addPlant(api, { name: `Hidden ${mark}` });
  await open(page, "/login");
  await page.getByRole("button", { name: "View public plants" }).click();
  await expect(page).toHaveURL(/#\/public-plants/);
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
  await go(page, `/mobile/station/layout?stationId=${stationId}`);
  await expect(page.getByRole("heading", { level: 1, name: `Open ${mark}` })).toBeVisible();
  await expect(page.getByText("You can view this plant, but not its devices.")).toBeVisible();
});

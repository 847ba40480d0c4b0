import { endpoints } from "@heliograph/contract";
import { signInApi } from "./support/api.ts";
import { expect, test } from "./support/console.ts";
import { httpUrl } from "./support/server.ts";
import { addUnitPlant } from "./support/unit-plant.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test("the mobile app opens a plant's layout with a token in the address: modules with their values, one in its panel, on the full screen [R2.17]", async ({
  page,
}) => {
  const api = await signInApi();
  const plant = await addUnitPlant(api, `Roof ${crypto.randomUUID().slice(0, 6)}`, 3);
  await plant.report([5, 5, 5]);
  const layout = () => api.call(endpoints.layout.get, { query: { stationId: plant.stationId } });
  await expect.poll(async () => (await layout()).cells.unit.length).toBe(3);

  const { ticket } = await api.call(endpoints.session.createTicket, { body: {} });
  const address = `/mobile/station/layout?stationId=${plant.stationId}`;
  await page.goto(`${httpUrl()}/#${address}&token=${ticket}&lang=en`);
  const roof = page.getByRole("application", { name: /^Roof with 3 modules/ });
  await expect(roof).toBeVisible();
  expect(page.url()).not.toContain("token");
  await expect(page.getByText(/^Producing\s*3/)).toBeVisible();
  await roof.scrollIntoViewIfNeeded();
  // The automatic arrangement is one row: its second module is in the middle.
  await roof.tap();
  await expect(page.getByRole("button", { name: "Clear selection" })).toBeVisible();
  await expect(page).toHaveURL(/units=/);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect(page.getByRole("dialog").getByRole("application")).toBeVisible();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

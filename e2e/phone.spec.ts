import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { addPlant, signInApi } from "./support/api.ts";
import { expect, fillSignIn, go, open, test } from "./support/console.ts";
import { settle } from "./support/pages.ts";
import { httpUrl } from "./support/server.ts";
import { addUnitPlant } from "./support/unit-plant.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 720 } });

async function expectGoodPage(page: Page): Promise<void> {
  await settle(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  expect.soft(await findViolationsInBothThemes(page), page.url()).toEqual([]);
}

test("a phone signs in to its plants, opens one, chooses the desktop version and comes back", async ({
  page,
}) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const api = await signInApi();
  const stationId = await addPlant(api, { name: `Phone ${mark}`, visibility: "public" });
  await addPlant(api, { name: `Other ${mark}` });

  await open(page, "/login");
  await fillSignIn(page);
  await expect(page).toHaveURL(/#\/mobile\/plants/);
  await page.getByRole("searchbox").fill(`Phone ${mark}`);
  const plant = page.getByRole("link", { name: `Phone ${mark}` });
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expectGoodPage(page);
  await plant.click();
  await expect(page).toHaveURL(new RegExp(`#/mobile/station/layout\\?stationId=${stationId}`));
  await expect(page.getByRole("heading", { level: 1, name: `Phone ${mark}` })).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole("link", { name: "Desktop version" }).click();
  await expect(page).toHaveURL(new RegExp(`#/station/${stationId}`));
  await expect(page.getByRole("button", { name: "Phone version" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: `Phone ${mark}` })).toBeVisible();
  // By keyboard: the console is shown at a quarter of its size, where a tap of the driver misses its target.
  await page.getByRole("button", { name: "Phone version" }).press("Enter");
  await expect(page).toHaveURL(/#\/mobile\/station\/layout/);

  await go(page, "/personal-center");
  await expect(page.getByText("This page is part of the desktop version")).toBeVisible();
  await expectGoodPage(page);
  await go(page, "/public-plants");
  await page.getByRole("searchbox").fill(mark);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expectGoodPage(page);
  await page.getByRole("link", { name: `Phone ${mark}` }).click();
  await expect(page).toHaveURL(/#\/mobile\/station\/layout/);

  // A session that ended elsewhere leads to sign-in, and back to the same plant.
  const token = await page.evaluate<string>("JSON.parse(sessionStorage['heliograph.session']).access_token");
  expect(
    (await page.request.delete(`${httpUrl()}/api/auth/logout`, { headers: { authorization: token } })).ok(),
  ).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Sign in again" }).click();
  await fillSignIn(page);
  await expect(page).toHaveURL(/#\/mobile\/station\/layout/);
  await expect(page.getByRole("heading", { level: 1, name: `Phone ${mark}` })).toBeVisible();
});

test("a phone shows the safety page of a plant, the switch of a unit and the shutdowns of all plants in its own frame", async ({
  page,
}) => {
  const api = await signInApi();
  const name = `Barn ${crypto.randomUUID().slice(0, 6)}`;
  const plant = await addUnitPlant(api, name, 1);
  await plant.report([5]);
  const { rows } = await api.call(endpoints.device.list, {
    query: { stationId: plant.stationId, type: "OPT" },
  });
  await open(page, "/login");
  await fillSignIn(page);
  await expect(page).toHaveURL(/#\/mobile\/plants/);
  await go(page, `/station/${plant.stationId}/safety`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Page for responders" })).toBeVisible();
  await expectGoodPage(page);
  await go(page, `/device/${rows[0]?.deviceId}`);
  const card = page.getByRole("region", { name: "Switch" });
  await card.getByRole("button", { name: "Open" }).tap();
  await page.getByRole("button", { name: "Open now" }).tap();
  await expect(card.getByText("Opening", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Add reason" }).tap();
  await page.getByRole("dialog").getByLabel("Reason").fill("Broken glass");
  await page.getByRole("dialog").getByRole("button", { name: "Add reason" }).tap();
  await expect(card.getByText(/^Opened by .* · Broken glass$/)).toBeVisible();
  await expectGoodPage(page);
  await go(page, "/shutdowns");
  await expect(page.getByRole("heading", { level: 1, name: "Shutdowns" })).toBeVisible();
  await expectGoodPage(page);
});

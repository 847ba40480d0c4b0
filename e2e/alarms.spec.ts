import { signInApi } from "./support/api.ts";
import { expect, signInAt, test } from "./support/console.ts";
import { search, settle } from "./support/pages.ts";
import { randomDigits } from "./support/random-digits.ts";
import { addUnitPlant } from "./support/unit-plant.ts";
import { findViolations, findViolationsInBothThemes } from "./support/violations.ts";

const OVER_TEMPERATURE = 7;
const ARC = 15;

test("an alarm of a device reaches bell, plant, list and its page; it is cleared alone, in a batch, or while present by force with a reason; the log keeps all [R1.5, R4.11]", async ({
  page,
}) => {
  const plant = await addUnitPlant(await signInApi(), `Alarm ${randomDigits(6)}`, 3);
  await plant.report([5, 5, 5]);
  await signInAt(page, `/station/${plant.stationId}`);
  await plant.gateway.notify([
    [1, "raised", ARC],
    [2, "raised", OVER_TEMPERATURE],
    [3, "raised", OVER_TEMPERATURE],
  ]);
  await plant.gateway.notify([
    [2, "gone", OVER_TEMPERATURE],
    [3, "gone", OVER_TEMPERATURE],
  ]);

  // The plant says which unit has which fault since when.
  const reason = page.getByRole("link", { name: /^A1: Arc detected since/ });
  await expect(reason).toBeVisible();
  await page.getByRole("link", { name: /^Unresolved alarms: / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Device alarms" })).toBeVisible();
  await search(page.getByRole("searchbox"), plant.sn.slice(3));
  const rows = page.locator(".data-table:visible tr[data-row]");
  await expect(rows).toHaveCount(3);
  await settle(page);
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  // One whose condition is over is cleared on its page.
  await rows.filter({ hasText: "A3" }).getByRole("link").first().press("Enter");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(
    page.getByRole("region", { name: "State" }).getByText("Resolved", { exact: true }),
  ).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);

  // A batch clears what has ended and names what is still present.
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const result = page.getByRole("dialog", { name: "Result of clearing" });
  await expect(result.getByRole("row").filter({ hasText: "A1" })).toContainText("Still present");
  await expect(result.getByRole("list").getByText("1 alarm cleared")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await result.getByRole("button", { name: "Close" }).last().click();
  await expect(rows).toHaveCount(1);

  await rows.first().getByRole("link").first().press("Enter");
  await expect(page.getByRole("region", { name: "Arc detected" }).getByText("What to do")).toBeVisible();
  await expect(page.getByRole("region", { name: "Location" })).toContainText(plant.unitSn(1));
  await settle(page);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const refused = page.getByRole("dialog", { name: "The condition is still present" });
  await refused.getByRole("button", { name: "Forced clear" }).click();
  const question = page.getByRole("dialog", { name: "Forced clear of 1 alarm" });
  await question.getByRole("textbox", { name: "Reason" }).fill("connector replaced on site");
  await question.getByRole("button", { name: "Forced clear" }).click();
  await expect(page.getByText("Resolved (forced)")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("connector replaced on site");

  // The log has each change, of this alarm and then of the plant; its entries say who did what.
  await page.getByRole("region", { name: "History" }).getByRole("link", { name: "Alarm log" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Forced clear");
  await expect(rows.first()).toContainText("connector replaced on site");
  await expect(rows.last()).toContainText("System");
  await page.getByRole("button", { name: "Show all alarms" }).click();
  await search(page.getByRole("searchbox", { name: "Device, SN, location" }), plant.sn.slice(3));
  await expect(rows).toHaveCount(8);
  await settle(page);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await rows.first().getByRole("button").first().click();
  await expect(page.getByRole("dialog", { name: "Forced clear" })).toContainText("Password");
  expect(await findViolations(page)).toEqual([]);
  await plant.gateway.close();
});

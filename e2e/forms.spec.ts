import type { Locator } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

const mark = crypto.randomUUID().slice(0, 6);

test("periods are chosen by name, by kind and by step, in the plant's own days", async ({ page }) => {
  const plant = await makeSunnyPlant(await signInApi(), `Periods ${mark}`);
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  const curve = page.getByRole("region", { name: /^Power (today|on )/ });
  await curve.getByRole("button", { name: "Period: Today" }).click();
  await curve.getByRole("button", { name: "Yesterday" }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/);
  await expect(curve.getByRole("button", { name: "Period: Yesterday" })).toBeVisible();

  // What is said of a typed day ends when another one is shown.
  const day = curve.getByRole("textbox");
  const shown = await day.inputValue();
  await day.fill("abc");
  await day.press("Tab");
  await expect(curve.getByRole("alert")).toContainText("“abc” is not a date.");
  await curve.getByRole("button", { name: "Next day" }).press("Enter");
  await expect(curve.getByRole("alert")).toHaveCount(0);
  await expect(day).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
  await expect(day).not.toHaveValue(shown);
  await expect(page).not.toHaveURL(/day=/);
  const energy = page.getByRole("region", { name: "Energy", exact: true });
  await energy.getByRole("button", { name: "Period: This month" }).click();
  await energy.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/period=\d{4}-\d{2}-\d{2}(~|%7E)\d{4}-\d{2}-\d{2}/);
  await expect(energy.getByRole("img", { name: /^Energy in this period: [1-9]/ })).toBeVisible();
  await energy.getByRole("button", { name: "Period: Last 7 days" }).click();
  await energy.getByRole("button", { name: "Week", exact: true }).click();
  await expect(page).toHaveURL(/period=\d{4}-W\d{2}/);
  await expect(energy.getByRole("button", { name: "Next week" })).toBeDisabled();
  await go(page, `/station/${plant.stationId}?period=2099-01&day=tomorrow`);
  await expect(energy.getByRole("button", { name: "Period: This month" })).toBeVisible();
  await expect(curve.getByRole("button", { name: "Period: Today" })).toBeVisible();
  await plant.gateway.close();
});

test("what is chosen is written as large as what is typed, in the list of choices too", async ({ page }) => {
  await signIn(page);
  await go(page, "/add-power-station");
  const sizeOf = (place: Locator) =>
    place.evaluate(
      (element) =>
        (globalThis as unknown as { getComputedStyle(of: unknown): { fontSize: string } }).getComputedStyle(
          element,
        ).fontSize,
    );
  const name = page.getByRole("textbox", { name: /^Name/ });
  await expect(name).toBeVisible();
  const typed = await sizeOf(name);
  const zone = page.getByRole("combobox", { name: /^Time zone/ });
  await expect(zone).toBeVisible();
  expect(await sizeOf(zone)).toBe(typed);
  expect(await sizeOf(page.locator("main .ant-picker-input > input:visible").first())).toBe(typed);
  const heightOf = async (place: Locator) => Math.round((await place.boundingBox())?.height ?? 0);
  const height = await heightOf(name);
  for (const place of [".ant-select", ".ant-picker"])
    expect(await heightOf(page.locator(`main ${place}:visible`).first())).toBe(height);
  await zone.click();
  expect(await sizeOf(page.locator(".ant-select-item-option-content").first())).toBe(typed);
});

test("inputs, selects and calendars have one ring around what has the keyboard, in both themes", async ({
  page,
}) => {
  await signIn(page);
  await go(page, "/add-power-station");
  const form = page.getByRole("main");
  // Nothing is measured on its way from one look to another.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const ring = async (label: string): Promise<string> => {
      await form.getByLabel(label).focus();
      return await page.evaluate(`(() => {
        const box = document.activeElement.closest(".ant-select, .ant-picker") ?? document.activeElement;
        const { outline, outlineOffset, borderColor, boxShadow } = getComputedStyle(box);
        return [outline, outlineOffset, borderColor, boxShadow].join(" ");
      })()`);
    };
    const ofInput = await ring("Latitude");
    expect(ofInput).toContain("solid 2px");
    for (const label of ["Grid connection date", "Time zone", "Currency"])
      await expect.poll(() => ring(label), { message: `${label} ${colorScheme}` }).toBe(ofInput);
  }
});

import type { Locator } from "@playwright/test";
import { expect, signInAt, test } from "./support/console.ts";
import { showTheme } from "./support/violations.ts";

test("what is chosen is as large as what is typed, also in the list; inputs, selects and calendars have one focus ring in both themes", async ({
  page,
}) => {
  await signInAt(page, "/add-power-station");
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
  await page.keyboard.press("Escape");

  const form = page.getByRole("main");
  for (const colorScheme of ["light", "dark"] as const) {
    await showTheme(page, colorScheme);
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

import { endpoints, messages } from "@heliograph/contract";
import type { Locator } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

const mark = crypto.randomUUID().slice(0, 6);

test.afterAll(async () => {
  const api = await signInApi();
  const { rows: popUps } = await api.call(endpoints.maintenance.list, { query: { pageSize: 200 } });
  for (const { maintenanceId, version, name } of popUps)
    if (name.includes(mark))
      await api.call(endpoints.maintenance.delete, { body: { maintenanceId, version } });
});

test("periods are chosen by name, by kind and by step, in the plant's own days", async ({ page }) => {
  const plant = await makeSunnyPlant(await signInApi(), `Periods ${mark}`);
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  const curve = page.getByRole("region", { name: "Power of the day" });
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
  await curve.getByRole("button", { name: "Day after" }).press("Enter");
  await expect(curve.getByRole("alert")).toHaveCount(0);
  await expect(day).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
  await expect(day).not.toHaveValue(shown);
  await expect(page).not.toHaveURL(/day=/);
  const energy = page.getByRole("region", { name: "Energy", exact: true });
  await energy.getByRole("button", { name: "Period: This month" }).click();
  await energy.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/period=\d{4}-\d{2}-\d{2}(~|%7E)\d{4}-\d{2}-\d{2}/);
  await expect(energy.getByRole("img", { name: /^Energy of the period: [1-9]/ })).toBeVisible();
  await energy.getByRole("button", { name: "Period: Last 7 days" }).click();
  await energy.getByRole("button", { name: "Week", exact: true }).click();
  await expect(page).toHaveURL(/period=\d{4}-W\d{2}/);
  await expect(energy.getByRole("button", { name: "Week after" })).toBeDisabled();
  await go(page, `/station/${plant.stationId}?period=2099-01&day=tomorrow`);
  await expect(energy.getByRole("button", { name: "Period: This month" })).toBeVisible();
  await expect(curve.getByRole("button", { name: "Period: Today" })).toBeVisible();
  await plant.gateway.close();
});

test("a form speaks as the server does, keeps what was typed, and sends once", async ({ page }) => {
  const name = `Form ${mark}`;
  await signIn(page);
  await go(page, "/system/setup/maintenance");
  await page.getByRole("button", { name: "Add maintenance" }).first().click();
  const form = page.getByRole("dialog", { name: "Add maintenance" });
  const nameField = form.getByLabel("Name");
  await expect(nameField).toBeFocused();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("Enter a name.");
  await expect(nameField).toBeFocused();
  await nameField.fill(name);
  await expect(form.getByRole("alert")).toHaveCount(0);
  const restart = form.getByLabel("Service restarts");
  await restart.fill("01/01/2020 00:00");
  await restart.press("Enter");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("The restart must lie after the stop.");
  await expect(restart).toBeFocused();
  await expect(nameField).toHaveValue(name);
  await restart.fill("01/01/2199 00:00");
  await restart.press("Enter");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("Maintenance may last 31 days at most.");
  const stops = form.getByLabel("Service stops");
  const stop = await stops.inputValue();
  await restart.fill(`${stop.slice(0, 10)} 23:59`);
  await restart.press("Enter");
  let sent = 0;
  await page.route("**/api/system/maintenance/add", async (route) => {
    sent += 1;
    await route.continue();
  });

  // An instant that cannot be read is not sent as the one that stood there before.
  await stops.fill("99/99/2026 10:00");
  await stops.press("Tab");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(stops).toBeFocused();
  await expect(form.getByRole("alert")).toContainText("“99/99/2026 10:00” is not a date.");
  await stops.fill(stop);
  await stops.press("Tab");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await form.getByRole("button", { name: "Save" }).dblclick();
  await expect(form).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(1);
  expect(sent).toBe(1);
});

test("what is wrong with a form is told in the language on screen, after a switch too [R1.13]", async ({
  page,
}) => {
  const address = "/system/setup/maintenance";
  await signIn(page);
  await go(page, address);
  await page.getByRole("button", { name: "Add maintenance" }).first().click();
  const form = page.locator("dialog[open] form");
  const send = form.locator("button[type=submit]");
  await send.click();
  await expect(form.getByRole("alert")).toHaveText(messages.en["prompt.name"]);
  await go(page, `${address}?lang=pt`);
  await expect(form.getByRole("alert")).toHaveText(messages.pt["prompt.name"]);
  await go(page, `${address}?lang=en`);
  await form.getByLabel("Name").fill("Wrong times");
  const restart = form.getByLabel("Service restarts");
  await restart.fill("01/01/2020 00:00");
  await restart.press("Enter");
  await send.click();
  await expect(form.getByRole("alert")).toHaveText(messages.en["field.restartBeforeStop"]);
  // The server said it in English; in another language it is not said until it is asked again.
  await go(page, `${address}?lang=pt`);
  await expect(form.getByRole("alert")).toHaveCount(0);
  await send.click();
  await expect(form.getByRole("alert")).toHaveText(messages.pt["field.restartBeforeStop"]);
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

test("what was typed is not lost without asking; the question lies over the form [R4.16]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, "/system/setup/maintenance");
  await page.getByRole("button", { name: "Add maintenance" }).first().click();
  const form = page.getByRole("dialog", { name: "Add maintenance" });
  await form.getByLabel("Name").fill("half");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  // Closed without a word: nothing happens, and the form is there as it was.
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await form.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(form.getByLabel("Name")).toHaveValue("half");
  await form.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Add maintenance" }).first().click();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
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

import { signInApi } from "./support/api.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findViolations } from "./support/violations.ts";

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `Axe ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

for (const colorScheme of ["light", "dark"] as const)
  test(`every page is accessible in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page, "/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await open(page, "/no/such/page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await signIn(page);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await go(page, "/401");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await go(page, "/add-power-station");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await go(page, `/station/${plant.stationId}`);
    await expect(page.getByRole("img", { name: /^Power over/ })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "A12" })).toBeVisible();
    expect.soft(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add device" }).click();
    await page.getByText("This device is new to this server").click();
    expect.soft(await findViolations(page)).toEqual([]);
  });

test("sign-in and home are used with the keyboard alone", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("Email or phone").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: /user agreement/ })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "user agreement", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeFocused();
  await signIn(page);
  const searched = page.waitForResponse((response) => response.url().includes("search=Axe"));
  await page.getByRole("searchbox").fill(plant.name);
  // The row may stand there before the search as well, and is drawn again with its answer.
  await searched;
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: plant.name }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
});

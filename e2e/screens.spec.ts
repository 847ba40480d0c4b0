import { join } from "node:path";
import { addPlant, signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

// Pictures to look at, beside the ones the console is measured by; nothing is compared.
const folder = join(import.meta.dirname, ".screens");
const languages: readonly Language[] = ["zh-cn", "en"];

let plant: SunnyPlant;
test.beforeAll(async () => {
  const api = await signInApi();
  plant = await makeSunnyPlant(api, "Lingnan Textile Roof B");
  await addPlant(api, {
    name: "Escola Municipal Vila Nova",
    timeZone: "America/Sao_Paulo",
    currency: "BRL",
    installedCapacityKwp: 60,
  });
});
test.afterAll(() => plant.gateway.close());

for (const width of [1520, 1920])
  for (const colorScheme of ["light", "dark"] as const)
    for (const language of languages)
      test(`pictures at ${width} px, ${colorScheme}, ${language} [R1.13, R9.3]`, async ({ page }) => {
        await page.setViewportSize({ width, height: Math.round((width * 1010) / 1520) });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const take = (name: string) =>
          page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${language}.png`) });
        await open(page, "/login", language);
        await expect(page.getByRole("button").first()).toBeVisible();
        await take("login");
        await signIn(page);
        await go(page, `/home?lang=${language}`);
        await expect(page.getByRole("row").nth(1)).toBeVisible();
        await take("home");
        await go(page, `/station/${plant.stationId}?lang=${language}`);
        await expect(page.locator(".chart canvas")).toHaveCount(2);
        await expect(page.getByRole("row").filter({ hasText: "A1" }).first()).toBeVisible();
        await take("plant");
        await go(page, `/station/${plant.stationId}?add=gateway&lang=${language}`);
        await expect(page.getByRole("dialog")).toBeVisible();
        await take("add-device");
        await go(page, `/add-power-station?lang=${language}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await take("add-plant");
      });

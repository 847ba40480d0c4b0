import { join } from "node:path";
import { addPlant, signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { go, open, signIn, test } from "./support/console.ts";
import { consolePages, publicPages, settle } from "./support/pages.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";

// Pictures to look at, beside the ones the console is measured by; nothing is compared, so they are taken on request:
// HELIOGRAPH_SCREENS=all takes every width, theme and two languages, any other value two of them. Thai, whose texts are long
// and high, is taken of the pages that are looked at most.
const folder = join(import.meta.dirname, ".screens");
const widths = [1520, 1920, 2560];
const schemes = ["light", "dark"] as const;
const languages: readonly Language[] = ["zh-cn", "en"];

interface Screen {
  readonly width: number;
  readonly scheme: (typeof schemes)[number];
  readonly language: Language;
  /** Names of the only pages to take. */
  readonly pages?: readonly string[];
}

const thai = { language: "th", pages: ["home", "plant"] } as const;

const all: readonly Screen[] = [
  ...widths.flatMap((width) =>
    schemes.flatMap((scheme) => languages.map((language) => ({ width, scheme, language }))),
  ),
  ...schemes.map((scheme) => ({ width: 1520, scheme, ...thai })),
];
const some: readonly Screen[] = [
  { width: 1520, scheme: "light", language: "en" },
  { width: 1920, scheme: "dark", language: "zh-cn" },
  { width: 1520, scheme: "light", ...thai },
];

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

for (const { width, scheme, language, pages } of process.env.HELIOGRAPH_SCREENS === "all" ? all : some)
  test(`pictures at ${width} px, ${scheme}, ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: Math.round((width * 1010) / 1520) });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const take = async (name: string): Promise<void> => {
      await settle(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}-${language}.png`) });
    };
    const isTaken = ({ name }: { readonly name: string }) => pages?.includes(name) ?? true;
    for (const { name, address } of publicPages.filter(isTaken)) {
      await open(page, address, language);
      await take(name);
    }
    await signIn(page);
    for (const { name, address } of consolePages(plant.stationId, plant.unitId).filter(isTaken)) {
      await go(page, `${address}${address.includes("?") ? "&" : "?"}lang=${language}`);
      await take(name);
    }
  });

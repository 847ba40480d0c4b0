import { messages } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findForeignWords, languages } from "./support/words.ts";

// Five pages in a row.
test.setTimeout(120_000);

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `PV ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

const names: Record<Language, string> = { "zh-cn": "简体中文", en: "English", pt: "Português", th: "ไทย" };
const tags: Record<Language, string> = { "zh-cn": "zh-CN", en: "en-GB", pt: "pt-BR", th: "th-TH" };
/** Names people gave: other specs call theirs in English. */
const own = [/^PV /u, /Roof|Live |Tabs |Wire |Plant |Alias|Ada Lin|[A-Z]{2}-[0-9A-F]{6}/u];

async function settle(page: Page): Promise<void> {
  // Kept pages that are not on screen are there too.
  await expect(page.locator("h1:visible, h2:visible").first()).toBeVisible();
  await expect(page.locator(".skeleton:visible")).toHaveCount(0);
}

async function expectOneLanguage(page: Page, language: Language): Promise<void> {
  await settle(page);
  expect(await page.evaluate("document.documentElement.lang")).toBe(tags[language]);
  await expect.poll(() => findForeignWords(page, language, own)).toEqual([]);
}

for (const language of languages)
  test(`every page speaks ${language} and nothing else [R1.13, R1.14]`, async ({ page }) => {
    await open(page, "/login", language);
    await expectOneLanguage(page, language);
    await signIn(page);
    // At home only the plant of this spec: names people gave are in no language.
    const home = `/home?search=${encodeURIComponent(plant.name)}`;
    for (const address of [home, `/station/${plant.stationId}`, "/add-power-station", "/no/such/page"]) {
      await go(page, `${address}${address.includes("?") ? "&" : "?"}lang=${language}`);
      await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
      await expectOneLanguage(page, language);
    }
  });

test("a switch at run time reaches every text without a reload, those of the server too [R1.13]", async ({
  page,
}) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?add=gateway`);
  await page.getByRole("dialog").getByLabel("Serial number").fill("DC-TYPED-1");
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  for (const language of ["pt", "th", "zh-cn", "en"] as const) {
    await go(page, `/station/${plant.stationId}?add=gateway&lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
    // At once and not after a while: nothing comes in later in the new language.
    expect(await findForeignWords(page, language, own)).toEqual([]);
    await expect(page.getByRole("dialog").locator("input").first()).toHaveValue("DC-TYPED-1");
  }
  expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
});

test("names the server gives come in the language chosen since [R1.13]", async ({ page }) => {
  await signIn(page);
  const company = (language: Language): string => messages[language]["company.operator"];
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByText(company("en"))).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: names.pt }).click();
  await page.getByRole("button", { name: /^Conta/ }).click();
  await expect(page.getByText(company("pt"))).toBeVisible();
  await expect(page.getByText(company("en"))).toHaveCount(0);
});

test("refusals and messages of the server come in the language on screen [R1.13]", async ({ page }) => {
  await signIn(page);
  for (const language of languages) {
    await go(page, `/station/${plant.stationId}?add=gateway&lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
    const dialog = page.getByRole("dialog");
    await dialog.locator("input").nth(0).fill("DC-NOBODY-1");
    await dialog.locator("input").nth(1).fill("AAAABBBBCCCCDDDD");
    await dialog.locator('button[type="submit"]').click();
    await expect(dialog.getByRole("alert")).toContainText(messages[language]["message.registrationRefused"]);
    await go(page, "/home");
    await expect(dialog).toHaveCount(0);
  }
});

test("Thai dates are in the Gregorian year, with the digits everyone reads [R1.13]", async ({ page }) => {
  await signIn(page);
  await go(page, `/station/${plant.stationId}?lang=th`);
  await expect(page.locator("html")).toHaveAttribute("lang", "th-TH");
  await settle(page);
  const year = new Date().getFullYear();
  const text = (await page.locator("body").textContent()) ?? "";
  expect(text).toContain(String(year));
  expect(text).not.toContain(String(year + 543));
  expect(text).not.toMatch(/[๐-๙]/u);
});

test("words of another language would be found", async ({ page }) => {
  await open(page, "/login", "pt");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.locator("h1").evaluate((heading) => {
    heading.textContent = "Sign in";
  });
  expect(await findForeignWords(page, "pt")).toEqual(["Sign in"]);
  await page.locator("h1").evaluate((heading) => {
    heading.textContent = "登录";
  });
  expect(await findForeignWords(page, "pt")).toEqual(["登录"]);
});

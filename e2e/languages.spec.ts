import { messages } from "@heliograph/contract";
import type { Browser, Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, signIn, test } from "./support/console.ts";
import { isFullRun } from "./support/full-run.ts";
import { httpUrl, rootAccount } from "./support/server.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findForeignWords, ownWords, tags } from "./support/words.ts";

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `PV ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

/** Languages one after another: those of every run, and all of them in the full run. */
const switches: readonly Language[] = isFullRun ? ["pt", "th", "zh-cn", "en"] : ["pt", "en"];
const names: Record<Language, string> = { "zh-cn": "简体中文", en: "English", pt: "Português", th: "ไทย" };
test("a switch at run time reaches every text without a reload, names, refusals and messages of the server too [R1.13]", async ({
  page,
}) => {
  await signIn(page);
  const company = (language: Language): string => messages[language]["company.operator"];
  // Where it is a filter of the plants too, its name is on the page twice.
  const inMenu = page.locator(".menu-note");
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(inMenu.getByText(company("en"))).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: names.pt }).click();
  await page.getByRole("button", { name: /^Conta/ }).click();
  await expect(inMenu.getByText(company("pt"))).toBeVisible();
  await expect(page.getByText(company("en"))).toHaveCount(0);
  await page.keyboard.press("Escape");

  const address = `/station/${plant.stationId}/devices?add=gateway`;
  await go(page, `${address}&lang=en`);
  const dialog = page.getByRole("dialog");
  const [serial, code] = [dialog.locator("input").nth(0), dialog.locator("input").nth(1)];
  await dialog.getByRole("textbox", { name: "Serial number" }).fill("DC-TYPED-1");
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  for (const language of switches) {
    await go(page, `${address}&lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
    // Immediately: no text switches to the new language later.
    expect(await findForeignWords(page, language, ownWords)).toEqual([]);
    await expect(serial).toHaveValue("DC-TYPED-1");
  }
  for (const language of switches) {
    await go(page, `${address}&lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
    await serial.fill("DC-NOBODY-1");
    await code.fill("AAAABBBBCCCCDDDD");
    await dialog.locator('button[type="submit"]').click();
    await expect(dialog.getByRole("alert")).toContainText(messages[language]["message.registrationRefused"]);
    await go(page, "/home");
    await expect(dialog).toHaveCount(0);
  }
  expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
});

/** By the locale of a browser, what it is offered above the page and the button that accepts it. */
const offers = {
  "en-US": { sentence: "This page is available in English.", accept: "Switch" },
  "pt-BR": { sentence: "Esta página está disponível em português.", accept: "Mudar" },
  "th-TH": { sentence: "หน้านี้มีเป็นภาษาไทย", accept: "เปลี่ยน" },
  "zh-CN": undefined,
  "de-DE": undefined,
} as const;
const runs = [
  { locales: ["pt-BR", "de-DE"], tag: [] },
  { locales: ["en-US", "th-TH", "zh-CN"], tag: ["@full"] },
] as const;

/** Opens the console as a browser in a locale that was never here. */
async function openFirst(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 1520, height: 900 } });
  return await context.newPage();
}

for (const { locales, tag } of runs)
  test(`a first visit in ${locales.join(", ")} starts in Chinese and is offered the browser's language in one line, if there is one [R1.13]`, {
    tag: [...tag],
  }, async ({ browser }) => {
    for (const locale of locales) {
      const offered = offers[locale];
      const page = await openFirst(browser, locale);
      const offer = page.locator(".language-offer");
      for (const address of ["/login", "/mobile/Choose", "/agreement"]) {
        await page.goto(`${httpUrl()}/#${address}`);
        await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(offer).toHaveCount(offered === undefined ? 0 : 1);
      }
      if (offered !== undefined) {
        const isTaken = new RegExp(`^${locale.slice(0, 2)}`, "u");
        await expect(offer).toContainText(offered.sentence);
        await offer.getByRole("button", { name: offered.accept }).click();
        await expect(page.locator("html")).toHaveAttribute("lang", isTaken);
        await expect(offer).toHaveCount(0);
        await page.reload();
        await expect(page.locator("html")).toHaveAttribute("lang", isTaken);
        await expect(offer).toHaveCount(0);
      }
      await page.context().close();
    }
  });

test("offers the language above the console too, and not again once dismissed [R1.13, R9.5]", async ({
  browser,
}) => {
  const page = await openFirst(browser, "en-US");
  try {
    await page.goto(`${httpUrl()}/#/login`);
    const { account, password } = rootAccount();
    await page.locator('input[name="account"]').fill(account);
    await page.locator('input[name="password"]').fill(password);
    await page.locator('input[name="agreement"]').check();
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/#\/home/);
    const offer = page.locator(".language-offer");
    await expect(offer).toContainText("This page is available in English.");
    await offer.getByRole("button", { name: "Dismiss" }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(offer).toHaveCount(0);
    expect(await page.evaluate("localStorage.getItem('prefs')")).toContain('"isLanguageOfferDismissed":true');
  } finally {
    await page.context().close();
  }
});

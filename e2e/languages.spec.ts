import { messages } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import type { Language } from "./support/console.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { consolePages } from "./support/pages.ts";
import { httpUrl, rootAccount } from "./support/server.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findForeignWords, languages, tagOf } from "./support/words.ts";

// Every page of the console in a row.
test.setTimeout(240_000);

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `PV ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

const names: Record<Language, string> = { "zh-cn": "简体中文", en: "English", pt: "Português", th: "ไทย" };
const tags: Record<Language, string> = { "zh-cn": "zh-CN", en: "en-GB", pt: "pt-BR", th: "th-TH" };
/** Names people gave: those of other specs are in any language and carry a random tag. */
const own = [
  /^PV /u,
  /Roof|Live |Tabs |Wire |Plant |Alias|Ada Lin|[A-Z]{2}-[0-9A-F]{6}/u,
  /(?:^|\s)[0-9a-f]{6,8}(?:\s|$)/u,
];

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
  test(`every page speaks ${language} and nothing else [R1.13, R1.14]`, {
    tag: tagOf(language),
  }, async ({ page }) => {
    await open(page, "/login", language);
    await expectOneLanguage(page, language);
    await signIn(page);
    // At home only the plant of this spec: names people gave are in no language.
    const home = `/home?search=${encodeURIComponent(plant.name)}`;
    const others = consolePages(plant.stationId).map(({ address }) => address);
    for (const address of [home, ...others.filter((each) => each !== "/home")]) {
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
  await page.getByRole("dialog").getByRole("textbox", { name: "Serial number" }).fill("DC-TYPED-1");
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

/** Locale of a browser, what it is offered above the page, and the button that accepts it. */
const offers = [
  ["en-US", "This page is available in English.", "Switch"],
  ["pt-BR", "Esta página está disponível em português.", "Mudar"],
  ["th-TH", "หน้านี้มีเป็นภาษาไทย", "เปลี่ยน"],
  ["zh-CN", undefined, undefined],
  ["de-DE", undefined, undefined],
] as const;

for (const [locale, sentence, accept] of offers) {
  const isInShortRun = locale === "pt-BR" || locale === "de-DE";
  test(`a first visit with a browser in ${locale} starts in Chinese and ${sentence === undefined ? "is offered nothing" : "is offered that language in one line"} [R1.13]`, {
    tag: isInShortRun ? [] : "@full",
  }, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    try {
      const page = await context.newPage();
      const offer = page.locator(".language-offer");
      for (const address of ["/login", "/mobile/Choose", "/agreement"]) {
        await page.goto(`${httpUrl()}/#${address}`);
        await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(offer).toHaveCount(sentence === undefined ? 0 : 1);
      }
      if (sentence === undefined) return;
      await expect(offer).toContainText(sentence);
      await offer.getByRole("button", { name: accept }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${locale.slice(0, 2)}`, "u"));
      await expect(offer).toHaveCount(0);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${locale.slice(0, 2)}`, "u"));
      await expect(offer).toHaveCount(0);
    } finally {
      await context.close();
    }
  });
}

test("the offered language stands above the console too, and stays away once dismissed [R1.13, R9.5]", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1520, height: 900 } });
  try {
    const page = await context.newPage();
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
    await context.close();
  }
});

/** The days at the head of a calendar, Monday or Sunday first. */
const calendars: Record<Language, RegExp> = {
  "zh-cn": /^一二三四五六日$|^日一二三四五六$/u,
  en: /^MoTuWeThFrSaSu$/u,
  pt: /^(Se|Seg|2ª)/u,
  th: /อา/u,
};

test("calendars of the console switch with the language, Thai years included [R1.13]", async ({ page }) => {
  await signIn(page);
  for (const language of languages) {
    await go(page, `/station/${plant.stationId}?add=gateway&lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
    await page.getByRole("dialog").locator(".ant-picker input").click();
    const calendar = page.locator(".ant-picker-dropdown:visible");
    await expect(calendar.locator(".ant-picker-content thead")).toHaveText(calendars[language]);
    await expect(calendar.locator(".ant-picker-year-btn")).toContainText(String(new Date().getFullYear()));
    await page.keyboard.press("Escape");
    await go(page, "/home");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
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

import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import type { Language } from "./support/console.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { findClippedWords, findOverflow } from "./support/overflow.ts";
import type { SetPage, WalkedObjects } from "./support/pages.ts";
import { consolePages, publicPages, settle } from "./support/pages.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";
import { makeWalkedObjects } from "./support/walked-objects.ts";
import { findForeignWords, languages, ownWords, tagOf, tags } from "./support/words.ts";

// Every page of the console in a row: the longest walks of all, side by side where there is a worker to spare.
test.describe.configure({ mode: "parallel" });

let plant: SunnyPlant;
let objects: WalkedObjects;
test.beforeAll(async () => {
  const api = await signInApi();
  plant = await makeSunnyPlant(api, `PV ${crypto.randomUUID().slice(0, 6)}`);
  objects = await makeWalkedObjects(api, plant);
  await addLongCustomer();
});
test.afterAll(() => plant.gateway.close());

/** A customer whose names are all as wide as a cell grows. */
async function addLongCustomer(): Promise<void> {
  const api = await signInApi();
  const name = `Companhia Municipal de Energia ${crypto.randomUUID().slice(0, 8)}`;
  const { companyId } = await api.call(endpoints.account.addCompany, { body: { name, ...companyFacts } });
  const { rows } = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const role = rows.find(({ code }) => code === "installer-viewer");
  if (role === undefined) throw new Error("There is no role of installers");
  const email = `${crypto.randomUUID()}@example.org`;
  await api.call(endpoints.account.addAccount, {
    body: { companyId, roleId: role.roleId, userName: name, email, password: "Blue-roof-77" },
  });
}

/** Pages with a list that has rows. */
const lists = new Set(["home", "every-home", "accounts", "customers", "data-list", "security-log"]);

/** Names plants of other specs, which are in any language, and cannot be searched. */
const isOfEveryPlant = (name: string): boolean => name === "every-earnings";

/** Pages with a session; in lists only the plant of this spec, because names people gave are in no language. */
function listPages(): SetPage[] {
  const search = `?search=${encodeURIComponent(plant.name)}`;
  const others = consolePages(plant.stationId, plant.unitId, objects).filter(
    ({ name }) => name !== "home" && name !== "phone-plants",
  );
  return [
    { name: "home", address: `/home${search}` },
    { name: "phone-plants", address: `/mobile/plants${search}` },
    ...others,
    { name: "customers", address: "/account/list?relation=customer" },
    { name: "security-log", address: "/system/setup/logs?log=security" },
  ];
}

const inLanguage = (address: string, language: Language): string =>
  `${address}${address.includes("?") ? "&" : "?"}lang=${language}`;

async function openPalette(page: Page, typed: string): Promise<void> {
  await go(page, "/home");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(typed);
  await expect(page.getByRole("option").first()).toBeVisible();
}

async function checkWords(page: Page, name: string, language: Language): Promise<void> {
  expect(await page.evaluate("document.documentElement.lang")).toBe(tags[language]);
  await expect
    .poll(() => findForeignWords(page, language, ownWords), { message: `${name} ${language}` })
    .toEqual([]);
}

/** Words of another language are found where there are any. */
async function expectForeignWordsFound(page: Page): Promise<void> {
  await open(page, "/login", "pt");
  await settle(page);
  for (const foreign of ["Sign in", "登录"]) {
    await page.locator("h1").evaluate((heading, text) => {
      heading.textContent = text;
    }, foreign);
    expect(await findForeignWords(page, "pt")).toEqual([foreign]);
  }
}

/** A list with rows in it is no wider than its page. */
async function checkTable(page: Page, name: string): Promise<void> {
  const table = page.locator(".table-area:visible").first();
  await expect(table.locator("tr[data-row]").first()).toBeVisible();
  const cut = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect.soft(cut, name).toBeLessThanOrEqual(1);
}

async function checkBothThemes(page: Page, name: string): Promise<void> {
  expect.soft(await findViolationsInBothThemes(page), name).toEqual([]);
}

for (const language of languages) {
  // Their texts are the widest.
  const isWide = language === "pt" || language === "th";
  const title = `every page speaks ${language} and nothing else${isWide ? ", and fits its width" : ""}`;

  test(`${title} [R1.13, R1.14${isWide ? ", R1.16" : ""}]`, {
    tag: tagOf(language),
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1520, height: 1010 });
    await open(page, "/login", language);
    await settle(page);
    await checkWords(page, "login", language);
    if (language === "pt") await expectForeignWordsFound(page);
    await signIn(page);
    for (const { name, address } of listPages()) {
      await go(page, inLanguage(address, language));
      await expect(page.locator("html")).toHaveAttribute("lang", tags[language]);
      await settle(page);
      if (!isOfEveryPlant(name)) await checkWords(page, name, language);
      if (isWide) {
        expect.soft(await findOverflow(page), `${name} ${language}`).toEqual([]);
        expect.soft(await findClippedWords(page), `${name} ${language}`).toEqual([]);
      }
      if (lists.has(name)) await checkTable(page, `${name} ${language}`);
    }
    // All plants, those of other specs with their longer names too.
    await go(page, inLanguage("/home?", language));
    await settle(page);
    await checkTable(page, `every plant ${language}`);
  });
}

test("every page is accessible in both themes", { tag: "@full" }, async ({ page }) => {
  for (const { name, address } of publicPages) {
    await open(page, address);
    await settle(page);
    await checkBothThemes(page, name);
  }
  await signIn(page);
  for (const { name, address } of listPages()) {
    await go(page, address);
    await settle(page);
    await checkBothThemes(page, name);
  }
  await openPalette(page, "PV");
  await checkBothThemes(page, "palette");
});

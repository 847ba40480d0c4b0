import { endpoints } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { signInApi } from "./support/api.ts";
import { companyFacts } from "./support/company.ts";
import { expect, go, open, signIn, test } from "./support/console.ts";
import { consolePages, publicPages, settle } from "./support/pages.ts";
import type { SunnyPlant } from "./support/sunny-plant.ts";
import { makeSunnyPlant } from "./support/sunny-plant.ts";
import { findDarkViolations, themes } from "./support/violations.ts";
import { tagOf } from "./support/words.ts";

// The longest walks of all: side by side where there is a worker to spare.
test.describe.configure({ mode: "parallel" });

let plant: SunnyPlant;
test.beforeAll(async () => {
  plant = await makeSunnyPlant(await signInApi(), `Axe ${crypto.randomUUID().slice(0, 6)}`);
});
test.afterAll(() => plant.gateway.close());

type Find = (page: Page) => Promise<string[]>;

async function check(page: Page, name: string, find: Find): Promise<void> {
  await settle(page);
  expect.soft(await find(page), name).toEqual([]);
}

async function openPalette(page: Page): Promise<void> {
  await go(page, "/home");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Ax");
  await expect(page.getByRole("option").first()).toBeVisible();
}

for (const { theme, find, tag } of themes) {
  test(`every page for everyone is accessible in the ${theme} theme`, { tag }, async ({ page }) => {
    test.setTimeout(240_000);
    for (const { name, address } of publicPages) {
      await open(page, address);
      await check(page, name, find);
    }
  });

  test(`every page of the console is accessible in the ${theme} theme`, { tag }, async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page);
    for (const { name, address } of consolePages(plant.stationId)) {
      await go(page, address);
      await check(page, name, find);
    }
    await openPalette(page);
    await check(page, "palette", find);
  });
}

test("sign-in and a plant's page are accessible in the dark theme", async ({ page }) => {
  await open(page, "/login");
  await check(page, "login", findDarkViolations);
  await signIn(page);
  await go(page, `/station/${plant.stationId}`);
  await check(page, "plant", findDarkViolations);
});

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

for (const language of ["pt", "zh-cn", "en", "th"] as const)
  test(`every list with rows in it fits a page of 1520 px in ${language}`, {
    tag: tagOf(language),
  }, async ({ page }) => {
    await addLongCustomer();
    await page.setViewportSize({ width: 1520, height: 1010 });
    await signIn(page);
    const table = page.locator(".table-area:visible").first();
    for (const address of [
      "/home?",
      "/account/list?",
      "/account/list?relation=customer&",
      "/control/list?",
      "/system/setup/logs?log=security&",
    ]) {
      await go(page, `${address}lang=${language}`);
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language.slice(0, 2)}`, "u"));
      await settle(page);
      await expect(table.locator("tr[data-row]").first()).toBeVisible();
      const cut = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect.soft(cut, `${address} ${language}`).toBeLessThanOrEqual(1);
    }
  });

for (const language of ["pt", "th"] as const)
  test(`every page fits the width it is laid out for, in ${language} [R1.13, R1.16]`, {
    tag: tagOf(language),
  }, async ({ page }) => {
    test.setTimeout(240_000);
    // What sticks out at the right of the page, and words cut off inside their boxes.
    const overflow = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll("body *")].filter((each) => {
      if (!each.checkVisibility() || each.closest(".table-area, .chart, .leaflet, dialog, pre") !== null) return false;
      const box = each.getBoundingClientRect();
      return box.width > 0 && box.right > document.documentElement.clientWidth + 1 && getComputedStyle(each).position !== "fixed";
    }).slice(0, 3).map((each) => each.outerHTML.slice(0, 120))`);
    // Words that end before they are read: tables wider than their card, choices and buttons narrower than their text. Cells
    // cut long names and show them whole on hover.
    const clipped = () =>
      page.evaluate<string[]>(`(() => {
      const pen = document.createElement("canvas").getContext("2d");
      const isShort = (each) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(each);
        pen.font = font;
        const arrow = 16;
        const text = each.selectedOptions[0]?.textContent ?? "";
        return pen.measureText(text).width + parseFloat(paddingLeft) + parseFloat(paddingRight) + arrow > each.clientWidth + 2;
      };
      const isCut = (each) => each.scrollWidth > each.clientWidth + 1;
      return [...document.querySelectorAll(".table-area, th, h1, h2, .button, .chip, .menu-item, label, select")]
        .filter((each) => each.checkVisibility() && each.closest(".visually-hidden") === null)
        .filter((each) => (each.matches("select") ? isShort(each) : isCut(each)))
        .slice(0, 3).map((each) => each.outerHTML.slice(0, 160));
    })()`);
    await page.setViewportSize({ width: 1520, height: 1010 });
    await signIn(page);
    for (const { name, address } of consolePages(plant.stationId)) {
      await go(page, `${address}${address.includes("?") ? "&" : "?"}lang=${language}`);
      await settle(page);
      expect.soft(await overflow(), `${name} ${language}`).toEqual([]);
      expect.soft(await clipped(), `${name} ${language}`).toEqual([]);
    }
  });

test("sign-in and home are used with the keyboard alone", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("Email or phone").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Keep me signed in" })).toBeFocused();
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

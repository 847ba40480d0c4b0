import type { Page } from "@playwright/test";
import type { Language } from "./support/console.ts";
import { expect, open, test } from "./support/console.ts";
import { findViolationsInBothThemes } from "./support/violations.ts";
import { languages, tagOf } from "./support/words.ts";

const solutions = ["/mobile/solutionR", "/mobile/solutionMR", "/mobile/solutionMRO", "/mobile/foldout"];
const pages = ["/agreement", "/agreement?part=agreement", ...solutions];

const manualTitles: Record<Language, string> = {
  "zh-cn": "用户手册",
  en: "User manual",
  pt: "Manual do usuário",
  th: "คู่มือการใช้งาน",
};

/** How much wider than the window the page is, in px. */
const overflow = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

for (const language of languages) {
  test(`manual, agreement and solutions are open to everyone in ${language}, from 360 px [R2.19, R2.20, R1.13, R1.16]`, {
    tag: tagOf(language),
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const address of pages) {
      await open(page, address, language);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language.slice(0, 2)}`, "u"));
      expect(await overflow(page), address).toBeLessThanOrEqual(0);
    }
  });

  test(`the manual's pictures load and are of ${language} [R2.19, R1.13]`, { tag: tagOf(language) }, async ({
    page,
  }) => {
    await open(page, "/agreement", language);
    await expect(page.getByRole("heading", { level: 1, name: manualTitles[language] })).toBeVisible();
    const pictures = page.locator("figure img");
    const count = await pictures.count();
    expect(count).toBeGreaterThan(8);
    for (let index = 0; index < count; index += 1) {
      const picture = pictures.nth(index);
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).not.toHaveAttribute("alt", "");
      await expect
        .poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
    // The build's names say nothing of the language: another one shows other files.
    const shown = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute("src")));
    await page.getByRole("button", { name: /English|简体中文|Português|ไทย/u }).click();
    const other = language === "en" ? "pt" : "en";
    await page.locator(".menu-item", { hasText: other === "pt" ? "Português" : "English" }).click();
    await expect(page.getByRole("heading", { level: 1, name: manualTitles[other] })).toBeVisible();
    await expect.poll(async () => shown.includes(await pictures.first().getAttribute("src"))).toBe(false);
  });
}

test("the manual's contents lead to its chapters, by keyboard and by address [R2.19]", async ({ page }) => {
  await open(page, "/agreement");
  const contents = page.getByRole("navigation", { name: "Contents" });
  const link = contents.getByRole("link", { name: "Alarms" });
  await link.focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 2, name: "Alarms" });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(/at=alarms/u);
  await expect(link).toHaveAttribute("aria-current", "location");
  await open(page, "/agreement?at=plant");
  await expect(page.getByRole("heading", { level: 2, name: "A plant's page" })).toBeInViewport();
});

test("the agreement has a version and a day, and is one link away from the manual [R2.19]", async ({
  page,
}) => {
  await open(page, "/agreement");
  await page.getByRole("link", { name: "User agreement", exact: true }).click();
  await expect(page).toHaveURL(/part=agreement/u);
  await expect(page.getByText(/^Version \d+\.\d+, \d{2}\/\d{2}\/\d{4}$/u)).toBeVisible();
  await expect(page.getByText("NEC 690.12")).toBeVisible();
});

test("titles: the brand before the kinds, a translation for the leaflet and the manual [R2.4, R2.20]", async ({
  page,
}) => {
  await open(page, "/mobile/solutionMRO", "pt");
  await expect(page).toHaveTitle("Heliograph Nuvem - MCON + RSD + OPT");
  await open(page, "/mobile/foldout", "pt");
  await expect(page).toHaveTitle("Soluções");
  await open(page, "/agreement", "zh-cn");
  await expect(page).toHaveTitle("用户手册与协议");
});

test("each solution shows its own parts, limits with their source, and what the console does not do [R2.20]", async ({
  page,
}) => {
  for (const [address, parts] of [
    ["/mobile/solutionR", 6],
    ["/mobile/solutionMR", 7],
    ["/mobile/solutionMRO", 8],
  ] as const) {
    await open(page, address);
    await expect(page.getByRole("img", { name: /^Block diagram/u })).toBeVisible();
    await expect(page.locator(".plan-parts > li")).toHaveCount(parts);
    await expect(page.locator(".drawing-mark")).toHaveCount(parts);
    await expect(page.locator(".limits dd")).toHaveText(["30s", "30V", "80V"]);
    await expect(page.getByText("article 690.12(B)")).toBeVisible();
    await expect(page.getByText("It does not start a shutdown or a reset.")).toBeVisible();
  }
});

test("the leaflet folds and unfolds by keyboard [R2.20]", async ({ page }) => {
  await open(page, "/mobile/foldout");
  const panel = page.getByRole("button", { name: "Trust" });
  const text = page.getByText("A report is acknowledged only after it is stored.");
  await expect(panel).toHaveAttribute("aria-expanded", "false");
  await expect(text).toBeHidden();
  await panel.focus();
  await page.keyboard.press("Enter");
  await expect(text).toBeVisible();
  await page.keyboard.press("Space");
  await expect(text).toBeHidden();
  await page.getByRole("button", { name: "Open all" }).click();
  await expect(page.locator('.leaflet-panel[data-open="true"]')).toHaveCount(6);
  await page.getByRole("button", { name: "Close all" }).click();
  await expect(page.locator('.leaflet-panel[data-open="true"]')).toHaveCount(1);
});

test("paper shows all of the text, light and without what is only for the screen [R2.19, R2.20]", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await open(page, "/mobile/foldout");
  await expect(page.getByText("A report is acknowledged only after it is stored.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open all" })).toBeHidden();
  // Six panels, three on each side of a sheet of A4, once the bar at the top and the fonts are through.
  await expect.poll(async () => countPages(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
  await open(page, "/agreement?part=agreement");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const color = await page.evaluate<string>(`getComputedStyle(document.querySelector("h1")).color`);
  expect(Math.max(...(color.match(/\d+/gu) ?? []).map(Number))).toBeLessThan(90);
});

const countPages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/gu)?.length ?? 0;

// Folded, and the solutions, they are among the pages accessibility.spec.ts walks through.
test("an open leaflet is accessible in both themes [R2.20]", async ({ page }) => {
  await open(page, "/mobile/foldout");
  await page.getByRole("button", { name: "Open all" }).click();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

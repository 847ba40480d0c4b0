import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** What breaks the rules of accessibility on the page as it stands, or in parts of it, one line each. */
export async function findViolations(page: Page, ...parts: readonly string[]): Promise<string[]> {
  return told(
    axeOf(page, parts).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]),
  );
}

/**
 * The same in the light theme and then in the dark one, which is left on. The dark one is asked about contrast alone:
 * nothing else about a page depends on its colours.
 */
export async function findViolationsInBothThemes(page: Page, ...parts: readonly string[]): Promise<string[]> {
  await showTheme(page, "light");
  const light = await findViolations(page, ...parts);
  await showTheme(page, "dark");
  const dark = await told(axeOf(page, parts).withRules(["color-contrast"]));
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

function axeOf(page: Page, parts: readonly string[]): AxeBuilder {
  // A page without frames needs no second window to put their answers together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  for (const part of parts) axe.include(part);
  return axe;
}

async function told(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

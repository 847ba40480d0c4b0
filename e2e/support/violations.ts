import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { isFullRun } from "./full-run.ts";

/** Violations of accessibility rules on the current page or in parts of it, one line each. */
export async function findViolations(page: Page, ...parts: readonly string[]): Promise<string[]> {
  return collectViolations(
    axeOf(page, parts).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]),
  );
}

/** Faults of contrast in the dark theme, which is left on: nothing else about a page depends on its colours. */
export async function findDarkViolations(page: Page, ...parts: readonly string[]): Promise<string[]> {
  await showTheme(page, "dark");
  return collectViolations(axeOf(page, parts).withRules(["color-contrast"]));
}

/** What is looked for in each theme; the dark one is for the full run where every page is walked through. */
export const themes = [
  { theme: "light", find: findViolations, tag: [] as string[] },
  { theme: "dark", find: findDarkViolations, tag: ["@full"] },
];

/** Violations in the light theme and, in the full run, contrast in the dark one, which is left on. */
export async function findViolationsInBothThemes(page: Page, ...parts: readonly string[]): Promise<string[]> {
  await showTheme(page, "light");
  const light = await findViolations(page, ...parts);
  if (!isFullRun) return light;
  const dark = await findDarkViolations(page, ...parts);
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** Switches the system's theme, which a console without a choice follows. */
export async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

function axeOf(page: Page, parts: readonly string[]): AxeBuilder {
  // A page without frames needs no second window to merge their results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  for (const part of parts) axe.include(part);
  return axe;
}

async function collectViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

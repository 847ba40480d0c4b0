import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What breaks the rules of accessibility on the page as it stands, or in parts of it, one line each. */
export async function findViolations(page: Page, ...parts: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  for (const part of parts) axe.include(part);
  const { violations } = await axe
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

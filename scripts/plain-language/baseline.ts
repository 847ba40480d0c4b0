import type { Finding } from "./find-words.ts";

/** Findings left by folder and rule, as they were last lowered. */
export type Baseline = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The area a file is counted in. It is coarse, so that moving a file within an area changes no count. */
export function folderOf(path: string): string {
  const [area] =
    /^(?:apps\/[^/]+\/[^/]+\/[^/]+|apps\/[^/]+\/[^/]+|[^/]+\/[^/]+|[^/]+)(?=\/)/u.exec(path) ?? [];
  return area ?? ".";
}

/** Findings of each folder and rule. */
export function groupFindings(findings: readonly Finding[]): Map<string, Map<string, Finding[]>> {
  const folders = Map.groupBy(findings, ({ path }) => folderOf(path));
  return new Map(
    [...folders].map(([folder, inFolder]) => [folder, Map.groupBy(inFolder, ({ rule }) => rule.found)]),
  );
}

/** Findings of the folders and rules that exceed the baseline; all of them, since the new one cannot be identified. */
export function findExcess(findings: readonly Finding[], baseline: Baseline): Finding[] {
  const groups = [...groupFindings(findings)];
  return groups.flatMap(([folder, rules]) =>
    [...rules].flatMap(([rule, found]) => (found.length > (baseline[folder]?.[rule] ?? 0) ? found : [])),
  );
}

/** The baseline with the counts that shrank; a count never grows and no rule or folder is added. */
export function lowerBaseline(findings: readonly Finding[], baseline: Baseline): Baseline {
  const groups = groupFindings(findings);
  const lowered = Object.entries(baseline).map(([folder, rules]) => {
    const counts = Object.entries(rules)
      .map(([rule, count]) => [rule, Math.min(count, groups.get(folder)?.get(rule)?.length ?? 0)] as const)
      .filter(([, count]) => count > 0);
    return [folder, Object.fromEntries(counts)] as const;
  });
  return Object.fromEntries(lowered.filter(([, rules]) => Object.keys(rules).length > 0));
}

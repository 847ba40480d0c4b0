/** One row of docs/requirements.md. */
export type Requirement = { id: string; area: number; text: string };

/** An area heading of docs/requirements.md with its rows in the order of the page. */
export type Area = { number: number; name: string; requirements: Requirement[] };

/** One test of a finished run; `file` is relative to the repository root, `title` includes its groups. */
export type TestOutcome = { file: string; title: string; state: "passed" | "failed" | "skipped" };

/** What docs/requirements-proved.json holds: requirement id → files whose passing tests name it. */
export type ProvedList = Record<string, string[]>;

/** Ids named in a test title, and bracket texts that look like ids but cannot be read. */
export type NamedIds = { ids: string[]; unreadable: string[] };

/** The state of every requirement after a run. */
export type Coverage = {
  provedBy: Map<string, Set<string>>;
  skippedIn: Map<string, Set<string>>;
  failedIn: Map<string, Set<string>>;
  wrongNames: string[];
};

/** Reads areas and rows from the page; throws when a row is repeated or listed under another area. */
export function parseRequirements(markdown: string): Area[] {
  const areas: Area[] = [];
  const seen = new Set<string>();
  for (const line of markdown.split("\n")) {
    const heading = /^## (\d+)\. (.+)$/.exec(line);
    if (heading)
      areas.push({ number: Number(heading[1]), name: String(heading[2]).trim(), requirements: [] });
    const row = /^\|\s*(R(\d+)\.\d+)\s*\|\s*(.+?)\s*\|\s*$/.exec(line);
    if (!row) continue;
    const requirement = { id: String(row[1]), area: Number(row[2]), text: String(row[3]) };
    const area = areas.at(-1);
    if (area?.number !== requirement.area)
      throw new Error(`${requirement.id} stands under the wrong heading.`);
    if (seen.has(requirement.id)) throw new Error(`${requirement.id} is listed twice.`);
    seen.add(requirement.id);
    area.requirements.push(requirement);
  }
  return areas;
}

/** Reads `[R3.8]`, `[R3.1, R3.2]` and `[R7.15-R7.17]` from a title; other brackets are left alone. */
export function parseTitle(title: string): NamedIds {
  const named: NamedIds = { ids: [], unreadable: [] };
  for (const [bracket, inner] of title.matchAll(/\[([^\]]*)\]/g)) {
    if (!/^\s*R\d/.test(String(inner))) continue;
    const parts = String(inner)
      .split(",")
      .map((part) => expandPart(part.trim()));
    if (parts.some((part) => part === undefined)) named.unreadable.push(bracket);
    else named.ids.push(...parts.flatMap((part) => part ?? []));
  }
  return named;
}

function expandPart(part: string): string[] | undefined {
  const match = /^R(\d+)\.(\d+)(?:\s*[-–]\s*R(\d+)\.(\d+))?$/.exec(part);
  if (!match) return undefined;
  const [area, first, lastArea = area, last = first] = match.slice(1);
  if (area !== lastArea || Number(last) < Number(first)) return undefined;
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => `R${area}.${Number(first) + index}`);
}

/** Joins requirements and outcomes: a passing test covers a row, a skipped or failed one is only recorded. */
export function measureCoverage(areas: Area[], outcomes: TestOutcome[]): Coverage {
  const known = new Set(listIds(areas));
  const coverage: Coverage = {
    provedBy: new Map(),
    skippedIn: new Map(),
    failedIn: new Map(),
    wrongNames: [],
  };
  const byState = { passed: coverage.provedBy, skipped: coverage.skippedIn, failed: coverage.failedIn };
  for (const { file, title, state } of outcomes) {
    const { ids, unreadable } = parseTitle(title);
    for (const text of unreadable)
      coverage.wrongNames.push(`${file}: "${title}" names ${text}, which cannot be read.`);
    for (const id of ids) {
      if (known.has(id)) addTo(byState[state], id, file);
      else
        coverage.wrongNames.push(
          `${file}: "${title}" names ${id}, which docs/requirements.md does not list.`,
        );
    }
  }
  return coverage;
}

function addTo(map: Map<string, Set<string>>, id: string, file: string): void {
  const files = map.get(id) ?? new Set();
  map.set(id, files.add(file));
}

/** All ids in the order of the page. */
export function listIds(areas: Area[]): string[] {
  return areas.flatMap((area) => area.requirements.map(({ id }) => id));
}

/** Sentences on listed rows without a passing test: `lost` always fails, `notRun` fails only where everything must run. */
export function compareWithProved(areas: Area[], proved: ProvedList, coverage: Coverage) {
  const known = new Set(listIds(areas));
  const lost: string[] = [];
  const notRun: string[] = [];
  for (const [id, files] of Object.entries(proved)) {
    if (coverage.provedBy.has(id)) continue;
    const failed = coverage.failedIn.get(id);
    const skipped = coverage.skippedIn.get(id);
    const before = files.join(", ");
    if (!known.has(id))
      lost.push(`${id} is in the list of proved rows, but docs/requirements.md does not list it.`);
    else if (failed)
      lost.push(`${id} was proved by ${before}; its test does not pass in ${[...failed].join(", ")}.`);
    else if (skipped) notRun.push(`${id} not run here: its test is skipped in ${[...skipped].join(", ")}.`);
    else lost.push(`${id} was proved by ${before}; no test that ran names it any more.`);
  }
  return { lost, notRun };
}

type UpdateInput = {
  areas: Area[];
  proved: ProvedList;
  coverage: Coverage;
  outcomes: TestOutcome[];
  exists: (file: string) => boolean;
};

/**
 * The list to store after a run. Files that were skipped, or did not run but still exist, keep their entry, so that a run
 * of one folder or on a smaller machine does not remove the results of others.
 */
export function updateProved({ areas, proved, coverage, outcomes, exists }: UpdateInput): ProvedList {
  const ran = new Set(outcomes.map(({ file }) => file));
  const next: ProvedList = {};
  for (const id of listIds(areas)) {
    const kept = (proved[id] ?? []).filter((file) =>
      ran.has(file) ? coverage.skippedIn.get(id)?.has(file) : exists(file),
    );
    const files = new Set([...kept, ...(coverage.provedBy.get(id) ?? [])]);
    if (files.size > 0) next[id] = [...files].sort();
  }
  return next;
}

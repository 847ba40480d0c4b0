import type { Import, Sources } from "./read-sources.ts";
import { listImports } from "./read-sources.ts";

export interface Violation {
  readonly file: string;
  readonly message: string;
}

const MODULES = "apps/server/src/modules/";

/** Groups of server modules. A group imports itself and the groups before it. */
export const MODULE_GROUPS = ["base", "people", "energy", "devices", "plants", "system"] as const;

/** A server module, as `group/name`; undefined for files outside modules. */
export function findModule(path: string): string | undefined {
  if (!path.startsWith(MODULES)) return undefined;
  const [group, name, file] = path.slice(MODULES.length).split("/");
  return file === undefined ? undefined : `${group}/${name}`;
}

const groupOf = (module: string): number =>
  MODULE_GROUPS.indexOf(module.split("/")[0] as (typeof MODULE_GROUPS)[number]);

/** Types and constructors that every module's calls are written in, besides the service files. */
const VOCABULARY: readonly string[] = [
  "base/access/file-response.ts",
  "base/access/in-scope.ts",
  "base/access/mount.ts",
  "base/access/plant-access-events.ts",
  "base/access/plant-access.ts",
  "base/access/scope.ts",
];

/** Shared SQL fragments and the modules whose repositories use them; `*` for every module. */
const SQL_FRAGMENTS: Readonly<Record<string, readonly string[]>> = {
  "base/access/history-sql.ts": [
    "base/audit",
    "people/sharing",
    "energy/corrections",
    "devices/alarms",
    "devices/commands",
    "devices/drills",
    "devices/safety",
    "devices/site-work",
    "devices/upgrades",
  ],
  "base/access/offer-sql.ts": ["people/sharing"],
  "base/access/plant-search-sql.ts": ["energy/earnings", "plants/plant-overview"],
  "base/access/plant-zones-sql.ts": ["*"],
  "base/access/scope-sql.ts": ["*"],
  "base/names/names-sql.ts": ["*"],
  "devices/alarms/open-alarm-counts-sql.ts": ["plants/plant-overview"],
  "devices/safety/operation-sql.ts": ["devices/drills"],
  "devices/safety/string-name-sql.ts": ["devices/drills"],
  "devices/site-work/site-work-sql.ts": ["devices/notifications", "devices/webhooks"],
  "devices/status/device-status-sql.ts": [
    "devices/commissioning",
    "devices/devices",
    "devices/missing-data",
    "devices/safety",
  ],
  "devices/status/plant-status-sql.ts": ["plants/plant-overview"],
  "devices/status/report-age-sql.ts": ["devices/devices", "devices/missing-data"],
  "energy/earnings/earnings-today-sql.ts": ["plants/plant-overview"],
  "energy/metering/ac-energies-sql.ts": ["plants/plant-overview"],
  "energy/metering/current-energies-sql.ts": ["plants/plant-overview"],
  "energy/metering/expected-shares-sql.ts": ["plants/plant-overview"],
  "energy/metering/updating-sql.ts": ["plants/plant-overview"],
};

/** Services that only the named modules import. */
const SERVICE_USERS: Readonly<Record<string, readonly string[]>> = {
  // Only identity hashes passwords, ends sessions with them and compares them.
  "people/accounts/password-hashes.service.ts": ["people/identity"],
};

/** Names by which other modules reach a module: its service files, which are in its own folder, not in a subfolder. */
const isService = (path: string, module: string): boolean =>
  /^[\w-]+\.service\.ts$/.test(path.slice(MODULES.length + module.length + 1));

function mayImportFragment(from: string, importing: string, fragment: string): boolean {
  const users = SQL_FRAGMENTS[fragment] ?? [];
  return /\.repository\.ts$|-sql\.ts$/.test(from) && (users.includes("*") || users.includes(importing));
}

function checkImport({ from, to }: Import): string | undefined {
  const [importing, imported] = [findModule(from), findModule(to)];
  if (importing === undefined || imported === undefined || importing === imported) return undefined;
  const file = to.slice(MODULES.length);
  if (groupOf(imported) > groupOf(importing)) {
    return `imports ${file}: the order of groups is ${MODULE_GROUPS.join(" ← ")}`;
  }
  if (SERVICE_USERS[file]?.includes(importing) === false) {
    return `imports ${file}: only ${SERVICE_USERS[file].join(", ")} does (SERVICE_USERS)`;
  }
  if (isService(to, imported) || VOCABULARY.includes(file)) return undefined;
  if (file in SQL_FRAGMENTS) {
    return mayImportFragment(from, importing, file)
      ? undefined
      : `imports ${file}: only repositories of its declared users do (SQL_FRAGMENTS)`;
  }
  return `imports ${file}: another module is reached through its *.service.ts`;
}

/** A service declares the functions that its module offers; types of their parameters may come with them. */
function checkReExports(sources: Sources): Violation[] {
  return [...sources]
    .filter(([file]) => file.endsWith(".service.ts") && findModule(file) !== undefined)
    .filter(([, text]) => /^export \{/m.test(text))
    .map(([file]) => ({ file, message: "re-exports: import each name from the file that declares it" }));
}

/** Imports between server modules: module → modules it imports, both as `group/name`. */
export function listModuleImports(imports: readonly Import[]): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importing, imported] = [findModule(from), findModule(to)];
    if (importing === undefined) continue;
    const known = result.get(importing) ?? new Set();
    if (imported !== undefined && imported !== importing) known.add(imported);
    result.set(importing, known);
  }
  return result;
}

/** First cycle of a graph as a path that ends where it starts. */
export function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function checkGroups(sources: Sources): Violation[] {
  return [...sources.keys()]
    .filter((file) => file.startsWith(MODULES))
    .filter((file) => groupOf(findModule(file) ?? "") < 0)
    .map((file) => ({ file, message: `is in no module of the groups ${MODULE_GROUPS.join(", ")}` }));
}

/** Everything in the sources that breaks the rules between modules. */
export function checkBoundaries(sources: Sources): Violation[] {
  const imports = listImports(sources);
  const cycle = findCycle(listModuleImports(imports));
  return [
    ...checkGroups(sources),
    ...checkReExports(sources),
    ...imports.flatMap((entry) => {
      const message = checkImport(entry);
      return message === undefined ? [] : [{ file: entry.from, message }];
    }),
    ...(cycle ? [{ file: MODULES, message: `modules import each other: ${cycle.join(" → ")}` }] : []),
  ];
}

// Writes docs/architecture.md: the explanation, and facts of each feature and module from the sources; with --check it only compares.
import { fileURLToPath } from "node:url";
import { writeGenerated } from "./lib/generated.ts";
import { architectureText } from "./structure/architecture-text.ts";
import { MODULE_GROUPS } from "./structure/boundaries.ts";
import { FEATURES, readFeatureAddresses } from "./structure/features.ts";
import type { ModuleFacts } from "./structure/module-facts.ts";
import { readModuleFacts } from "./structure/module-facts.ts";
import { MODULES } from "./structure/modules.ts";
import { readSources } from "./structure/read-sources.ts";

const formatList = (values: readonly string[], mark = ""): string =>
  values.map((value) => mark + value + mark).join(", ") || "–";

function sentence(module: string): string {
  const text = MODULES[module];
  if (text === undefined) throw new Error(`scripts/structure/modules.ts does not describe ${module}`);
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function formatModule(module: string, facts: ModuleFacts): string {
  const [, name] = module.split("/");
  return [
    `### ${name}`,
    "",
    sentence(module),
    "",
    `- tables: ${formatList(facts.tables, "`")}`,
    ...(facts.otherTables.length > 0 ? [`- also writes: ${formatList(facts.otherTables, "`")}`] : []),
    ...(facts.messages.length > 0 ? [`- publishes: ${formatList(facts.messages, "`")}`] : []),
    `- calls: ${formatList(facts.routes, "`")}`,
    `- imports: ${formatList(facts.imports)}`,
    "",
  ].join("\n");
}

function formatFeatures(addresses: ReadonlyMap<string, readonly string[]>): string {
  const [described, found] = [Object.keys(FEATURES), [...addresses.keys()]].map((names) =>
    [...names].sort().join(),
  );
  if (described !== found)
    throw new Error(`scripts/structure/features.ts describes ${described}, not ${found}`);
  const rows = Object.entries(FEATURES).map(
    ([feature, shows]) => `| \`${feature}\` | ${shows} | ${formatList(addresses.get(feature) ?? [], "`")} |`,
  );
  return [
    "## Features of the console",
    "",
    "Folders of `apps/web/src/features`.",
    "",
    "| feature | shows | addresses |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

const sources = readSources(fileURLToPath(new URL("..", import.meta.url)));
const facts = readModuleFacts(sources);
for (const module of facts.keys()) sentence(module);
const groups = MODULE_GROUPS.map((group) => {
  const modules = Object.keys(MODULES).filter((module) => module.startsWith(`${group}/`));
  const sections = modules.flatMap((module) => {
    const found = facts.get(module);
    return found ? [formatModule(module, found)] : [];
  });
  return [`## Modules of \`${group}/\``, "", ...sections].join("\n");
});

writeGenerated(
  "docs/architecture.md",
  [architectureText, formatFeatures(readFeatureAddresses(sources)), ...groups]
    .join("\n")
    .trimEnd()
    .concat("\n"),
);

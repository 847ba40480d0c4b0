// `npm run lint`: the rules between folders that Biome cannot express.
import { fileURLToPath } from "node:url";
import { checkBoundaries } from "./structure/boundaries.ts";
import { readSources } from "./structure/read-sources.ts";
import { checkScopeRules } from "./structure/scope-rules.ts";
import { checkSqlPlaces } from "./structure/sql-places.ts";
import { checkTableOwners } from "./structure/table-owners.ts";
import { checkWebLayers } from "./structure/web-layers.ts";

const sources = readSources(fileURLToPath(new URL("..", import.meta.url)));
const violations = [
  ...checkBoundaries(sources),
  ...checkScopeRules(sources),
  ...checkSqlPlaces(sources),
  ...checkTableOwners(sources),
  ...checkWebLayers(sources),
];
for (const { file, message } of violations) console.error(`${file} ${message}`);
if (violations.length > 0) process.exitCode = 1;

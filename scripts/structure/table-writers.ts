import { findModule } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";

const SERVER = "apps/server/src/";

/** Matches every statement that changes rows; the table is the first group that is set, empty when it is interpolated. */
const WRITES = [
  /\binsert\s+into\s+(?:([a-z_]+)\b|\$\{)/gi,
  /\bdelete\s+from\s+(?:([a-z_]+)\b|\$\{)/gi,
  /\btruncate\s+table\s+(?:([a-z_]+)\b|\$\{)/gi,
  /\balter\s+table\s+(?:([a-z_]+)|\$\{[^}]*\})\s+(?:delete|update)\b/gi,
  // "for update of …" and "on conflict … do update set" name no table.
  /\bupdate\s+(?:([a-z_]+)|\$\{[^}]*\})(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/gi,
  /\binsert(?:Columns|Rows)\(\s*"([a-z_]+)"/g,
];

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Tables a source file changes rows of. An empty name stands for one that cannot be read from the text. */
export function listWrittenTables(text: string): string[] {
  const code = withoutComments(text);
  const found = WRITES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table]) => table ?? ""));
  return [...new Set(found)].sort();
}

/** The module of a server file (`group/name`), or its folder below `src` outside modules. */
function findWriter(path: string): string | undefined {
  if (!path.startsWith(SERVER)) return undefined;
  return findModule(path) ?? path.slice(SERVER.length, path.lastIndexOf("/"));
}

/** Modules that change rows of each table, by table, both in alphabetical order. */
export function listTableWriters(sources: Sources): Map<string, string[]> {
  const writers = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const writer = findWriter(path);
    if (writer === undefined) continue;
    for (const table of listWrittenTables(text)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(writer));
    }
  }
  return new Map(
    [...writers]
      .filter(([table]) => table !== "")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([table, modules]) => [table, [...modules].sort()]),
  );
}

import type { Endpoint } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { findModule, listModuleImports } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";
import { listImports } from "./read-sources.ts";
import { ownsTable } from "./table-owners.ts";
import { listTableWriters } from "./table-writers.ts";

/** What the sources say about one server module. */
export interface ModuleFacts {
  readonly files: number;
  readonly lines: number;
  /** Tables that it owns. */
  readonly tables: readonly string[];
  /** Tables of other modules whose rows it also changes. */
  readonly otherTables: readonly string[];
  /** Patterns of the messages it publishes on the bus. */
  readonly messages: readonly string[];
  /** Endpoints it mounts, as paths below `/api`. */
  readonly routes: readonly string[];
  /** Modules it imports, as `group/name`. */
  readonly imports: readonly string[];
}

const areas = endpoints as unknown as Record<string, Record<string, Endpoint>>;

/** Paths of the endpoints that a routes file mounts, also where it gives an area of the contract a name of its own. */
function listRoutes(text: string): string[] {
  const aliases = new Map(
    [...text.matchAll(/const (\w+) = endpoints\.(\w+);/g)].map(([, alias = "", area = ""]) => [alias, area]),
  );
  const mounted = [...text.matchAll(/\bmount(?:File)?\(\s*(?:endpoints\.)?(\w+)\.(\w+)/g)];
  return mounted.flatMap(([, area = "", name = ""]) => areas[aliases.get(area) ?? area]?.[name]?.path ?? []);
}

/** Patterns of bus messages: `plant.${plantId}.alarms` is listed as `plant.*.alarms`. */
function listMessages(text: string): string[] {
  const literals = [...text.matchAll(/\.publish\(\s*`([^`]+)`/g), ...text.matchAll(/Subject = "([^"]+)"/g)];
  return literals.map(([, subject = ""]) => subject.replaceAll(/\$\{[^}]*\}/g, "*"));
}

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Facts of every module by `group/name`. */
export function readModuleFacts(sources: Sources): Map<string, ModuleFacts> {
  const imports = listModuleImports(listImports(sources));
  const writers = listTableWriters(sources);
  const modules = new Set([...sources.keys()].flatMap((path) => findModule(path) ?? []));
  return new Map(
    [...modules].map((module) => {
      const texts = [...sources].filter(([path]) => findModule(path) === module).map(([, text]) => text);
      const tables = [...writers].filter(([, owners]) => owners.includes(module)).map(([table]) => table);
      return [
        module,
        {
          files: texts.length,
          lines: texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0),
          tables: sorted(tables.filter((table) => ownsTable(module, table))),
          otherTables: sorted(tables.filter((table) => !ownsTable(module, table))),
          messages: sorted(texts.flatMap(listMessages)),
          routes: sorted(texts.flatMap(listRoutes)),
          imports: sorted(imports.get(module) ?? []),
        },
      ];
    }),
  );
}

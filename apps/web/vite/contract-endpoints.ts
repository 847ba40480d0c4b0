import { endpoints } from "@heliograph/contract";
import type { Plugin } from "vite";
import { describeList } from "./list-schema.ts";

const name = "virtual:endpoints";

/**
 * Gives the browser what a request needs of each endpoint (method, address, who may call, cache rule, upload limits,
 * kind of response) and, for paged lists, what a table needs of the query, without the schemas: those and zod would cost
 * every page more than its own code. One module for each area and one name for each endpoint, so that a page loads only
 * the endpoints it names.
 */
export function contractEndpoints(): Plugin {
  return {
    name: "contract-endpoints",
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${name}`)) return undefined;
      const [, area] = id.slice(1).split("/");
      if (area === undefined) return `export * as endpoints from "${name}/all";`;
      if (area === "all")
        return Object.keys(endpoints)
          .map((each) => `export * as ${each} from "${name}/${each}";`)
          .join("\n");
      return areaModule(endpoints[area as keyof typeof endpoints]);
    },
  };
}

// `delete` and the like are names of endpoints but cannot be names of constants.
function areaModule(calls: Readonly<Record<string, Slim>>): string {
  return Object.entries(calls)
    .map(
      ([key, { method, path, access, cache, invalidates, upload, responseType, query }]) =>
        `const _${key} = ${JSON.stringify({
          method,
          path,
          // A request depends on who may call, not on the rest of its access.
          access: { who: access.who },
          cache,
          invalidates,
          upload,
          responseType,
          list: describeList({ ...(query && { query }) }),
        })};\nexport { _${key} as ${key} };`,
    )
    .join("\n");
}

type Slim = Pick<
  import("@heliograph/contract").Endpoint,
  "method" | "path" | "access" | "cache" | "invalidates" | "upload" | "responseType" | "query"
>;

import { endpoints } from "@heliograph/contract";
import type { Plugin } from "vite";

const name = "virtual:endpoints";

/**
 * Gives the browser what a request needs of each endpoint (method, address, who may call, cache rule, what may be
 * uploaded), without the schemas: those and zod would cost every page more than its own code.
 */
export function contractEndpoints(): Plugin {
  return {
    name: "contract-endpoints",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const endpoints = ${JSON.stringify(slim())};` : undefined),
  };
}

function slim(): unknown {
  return Object.fromEntries(
    Object.entries(endpoints).map(([area, calls]) => [
      area,
      Object.fromEntries(
        Object.entries(calls).map(
          ([key, { method, path, access, cache, invalidates, upload }]: [string, Slim]) => [
            key,
            // Whom a call is for is all of its access that a request depends on.
            { method, path, access: { who: access.who }, cache, invalidates, upload },
          ],
        ),
      ),
    ]),
  );
}

type Slim = Pick<
  import("@heliograph/contract").Endpoint,
  "method" | "path" | "access" | "cache" | "invalidates" | "upload"
>;

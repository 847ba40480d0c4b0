import type { Violation } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";
import { listImports } from "./read-sources.ts";

const SHARED = "apps/web/src/shared/";

/**
 * Folders of `shared` in the web app. A folder imports itself and the folders before it, types included: what every
 * page loads stays free of what only some pages need.
 */
export const WEB_LAYERS = [
  "base",
  "session",
  "routing",
  "api",
  "config",
  "tasks",
  "install",
  "auth",
  "live",
  "ui",
  "drafts",
  "form",
  "views",
  "contact",
  "logs",
  "account",
  "alarms",
  "roof",
  "safety",
  "plant",
  "commands",
  "device",
] as const;

const layerOf = (path: string): string | undefined =>
  path.startsWith(SHARED) ? path.slice(SHARED.length).split("/")[0] : undefined;

const orderOf = (layer: string): number => WEB_LAYERS.indexOf(layer as (typeof WEB_LAYERS)[number]);

/** Files outside the layers of `shared`, and imports of a later layer. */
export function checkWebLayers(sources: Sources): Violation[] {
  const strays = [...sources.keys()]
    .filter((file) => file.startsWith(SHARED) && orderOf(layerOf(file) ?? "") < 0)
    .map((file) => ({ file, message: `is in no layer of shared: ${WEB_LAYERS.join(", ")}` }));
  const reversed = listImports(sources).flatMap(({ from, to }) => {
    const [importing, imported] = [layerOf(from), layerOf(to)];
    if (importing === undefined || imported === undefined) return [];
    if (orderOf(imported) <= orderOf(importing)) return [];
    return [{ file: from, message: `imports ${to}: the order of layers is ${WEB_LAYERS.join(" → ")}` }];
  });
  return [...strays, ...reversed];
}

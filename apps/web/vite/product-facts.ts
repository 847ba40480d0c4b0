import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, POINTS } from "@heliograph/protocol";
import type { Plugin } from "vite";

const name = "virtual:product-facts";
const packageFile = join(import.meta.dirname, "../../../package.json");

/** Figures of the product that the datasheet shows, from where they hold: nothing of it is written a second time. */
export function productFacts(): Plugin {
  return {
    name: "product-facts",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return;
      const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
      const points = Object.entries(POINTS).map(([key, { unit, min, max }]) => ({ key, unit, min, max }));
      const facts = { version, points, limits: LIMITS };
      return `export const facts = ${JSON.stringify(facts)};`;
    },
  };
}

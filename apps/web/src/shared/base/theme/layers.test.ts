import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "../../..");
const styles = globSync("**/*.css", { cwd: source }).map((file) => ({
  file,
  text: readFileSync(join(source, file), "utf8"),
}));
const valuesOf = (text: string, property: RegExp): string[] =>
  [...text.matchAll(property)].map(([, value = ""]) => value.trim());

it("stacks overlays from 2000 and every other layer from that base plus a constant [R4.17]", () => {
  const tokens = styles.find(({ file }) => file.endsWith("tokens.css"))?.text ?? "";
  const layers = valuesOf(tokens, /(--layer-[^;]*);/gu);
  expect(layers[0]).toBe("--layer-base: 2000");
  for (const layer of layers.slice(1)) expect(layer).toMatch(/: calc\(var\(--layer-base\) \+ \d+\)$/u);
});

it("takes every stacking order from a layer, except 1 inside of a component [R4.17]", () => {
  const orders = styles.flatMap(({ file, text }) =>
    valuesOf(text, /z-index:([^;]*);/gu).map((value) => `${file}: ${value}`),
  );
  expect(orders.length).toBeGreaterThan(5);
  expect(orders.filter((order) => !/: (?:1|var\(--layer-[a-z]+\))$/u.test(order))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { StatusVariant } from "./status-mark.tsx";
import { StatusMark } from "./status-mark.tsx";

const styles = readFileSync(join(import.meta.dirname, "../ui.css"), "utf8");
const all: Readonly<Record<StatusVariant, true>> = {
  good: true,
  warning: true,
  alarm: true,
  fault: true,
  inactive: true,
  waiting: true,
  stopped: true,
  scheduled: true,
  done: true,
};
const variants = Object.keys(all) as StatusVariant[];
const draw = (variant: StatusVariant): string =>
  renderToStaticMarkup(createElement(StatusMark, { variant, text: "Word" }));
const shapeOf = (variant: StatusVariant): string | undefined =>
  /<svg[^>]*>(.*)<\/svg>/.exec(draw(variant))?.[1];

it("draws each status in a shape of its own, with its word", () => {
  expect(new Set(variants.map(shapeOf)).size).toBe(variants.length);
  for (const variant of variants) expect(draw(variant)).toMatch(/<\/svg>Word<\/span>$/);
});

it.each(variants.filter((variant) => variant !== "scheduled"))("gives %s a colour of its own", (variant) => {
  expect(styles).toContain(`[data-variant="${variant}"]`);
});

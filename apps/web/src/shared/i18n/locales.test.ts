import { expect, it } from "vitest";
import { en } from "./locales/en.ts";
import { pt } from "./locales/pt.ts";
import { th } from "./locales/th.ts";
import { zhCn } from "./locales/zh-cn.ts";

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : flatten(value, `${path}${key}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/gu) ?? []).sort();

it.each([
  ["zh-cn", zhCn],
  ["pt", pt],
  ["th", th],
] as const)("%s has every text, none empty, with the same parts to fill in [R1.13]", (_name, texts) => {
  const expected = new Map(flatten(en));
  const found = new Map(flatten(texts));
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, text] of found) {
    expect(text.trim(), key).not.toBe("");
    expect(placeholders(text), key).toEqual(placeholders(expected.get(key) ?? ""));
  }
});

it("zh-cn and th are written in their own script throughout [R1.13]", () => {
  const latin = /^(MCON|Heliograph.*)$/u;
  for (const [key, text] of flatten(zhCn))
    if (!latin.test(text)) expect(text, key).toMatch(/\p{Script=Han}/u);
  for (const [key, text] of flatten(th)) if (!latin.test(text)) expect(text, key).toMatch(/\p{Script=Thai}/u);
});

import { expect, it } from "vitest";

type Tree = { readonly [key: string]: string | Tree };

const files = import.meta.glob<{ texts: Tree }>("./locales/*/*.ts", { eager: true });
const languages = ["en", "zh-cn", "pt", "th"] as const;
const parts = [...new Set(Object.keys(files).map((path) => path.split("/")[2] as string))];

function textsOf(part: string, language: string): Map<string, string> {
  const file = files[`./locales/${part}/${language}.ts`];
  if (file === undefined) throw new Error(`The part ${part} has no ${language}`);
  return new Map(flatten(file.texts));
}

function flatten(tree: Tree, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : flatten(value, `${path}${key}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/gu) ?? []).sort();

it.each(parts.flatMap((part) => languages.map((language) => [part, language] as const)))(
  "%s in %s has every text, none empty, with the same parts to fill in [R1.13]",
  (part, language) => {
    const expected = textsOf(part, "en");
    const found = textsOf(part, language);
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [key, text] of found) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(expected.get(key) ?? ""));
    }
  },
);

it.each(parts)("%s in zh-cn and th is written in its own script throughout [R1.13]", (part) => {
  const latin = /^(MCON|Heliograph.*)$/u;
  for (const [key, text] of textsOf(part, "zh-cn"))
    if (!latin.test(text)) expect(text, key).toMatch(/\p{Script=Han}/u);
  for (const [key, text] of textsOf(part, "th"))
    if (!latin.test(text)) expect(text, key).toMatch(/\p{Script=Thai}/u);
});

it("no two parts share a first key: a part cannot overwrite another's texts", () => {
  const seen = parts.flatMap((part) => Object.keys(files[`./locales/${part}/en.ts`]?.texts ?? {}));
  expect(seen).toEqual([...new Set(seen)]);
});

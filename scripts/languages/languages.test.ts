import { messages } from "@heliograph/contract";
import { describe, expect, it } from "vitest";
import { findCodeTexts } from "./code-texts.ts";
import { languageOfFile, listParts, readPart, readSources } from "./read-texts.ts";
import type { LanguageName } from "./text-rules.ts";
import { isInLanguage, judgeTexts, languageTags } from "./text-rules.ts";
import { findUnusedKeys } from "./used-keys.ts";

const languages = Object.keys(languageTags) as LanguageName[];
const parts = listParts();
const webSources = readSources("apps/web/src");

describe.each(languages)("the texts in %s", (language) => {
  it.each(parts)("of the part %s are complete and in that language [R1.13]", async (part) => {
    const judged = {
      language,
      texts: await readPart(part, language),
      english: await readPart(part, "en"),
      placeholder: /\{\{\w+(?:, number)?\}\}/gu,
    };
    expect(judgeTexts(judged)).toEqual([]);
  });

  it("of the server are complete and in that language [R1.13]", () => {
    const texts = new Map(Object.entries(messages[language]));
    const english = new Map(Object.entries(messages.en));
    expect(judgeTexts({ language, texts, english, placeholder: /\{\w+\}/gu })).toEqual([]);
  });
});

it("no two parts share a first key: a part cannot overwrite another's texts", async () => {
  const keys = await Promise.all(parts.map((part) => readPart(part, "en")));
  const first = keys.flatMap((texts) => [...new Set([...texts.keys()].map((key) => key.split(".")[0]))]);
  expect(first).toEqual([...new Set(first)]);
});

it("no text is unused [R1.13]", async () => {
  const keys = (await Promise.all(parts.map((part) => readPart(part, "en")))).flatMap((texts) => [
    ...texts.keys(),
  ]);
  expect(findUnusedKeys(keys, webSources)).toEqual([]);
});

it("no sentence of the server is unused", () => {
  const sources = readSources("packages/contract/src", "apps/server/src");
  expect(findUnusedKeys(Object.keys(messages.en), sources)).toEqual([]);
});

it("the code of the console contains no text for users [R1.13]", () => {
  const code = webSources.filter(({ path }) => languageOfFile(path) === undefined);
  expect(code.flatMap(findCodeTexts)).toEqual([]);
});

it("every long text is there in every language, in its own script [R1.13]", () => {
  const files = webSources.flatMap((source) => {
    const language = languageOfFile(source.path);
    return language === undefined ? [] : [{ source, language }];
  });
  const folders = Map.groupBy(files, ({ source }) => source.path.replace(/(en|zh-cn|pt|th)\.ts$/u, ""));
  for (const [folder, inFolder] of folders)
    expect({ folder, languages: inFolder.map(({ language }) => language).sort() }).toEqual({
      folder,
      languages: [...languages].sort(),
    });
  const wrong = files.flatMap(({ source, language }) =>
    findCodeTexts(source).filter(({ text }) => !isInLanguage(text, language)),
  );
  expect(wrong).toEqual([]);
});

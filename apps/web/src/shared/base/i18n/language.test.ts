import { expect, it } from "vitest";
import { findBrowserLanguage, findHashLanguage, languages, replaceHashLanguage } from "./language.ts";

it("finds the language in the query of the hash and no other [R1.14]", () => {
  expect(findHashLanguage("#/login?lang=en")).toBe("en");
  expect(findHashLanguage("#/home?page=2&lang=th")).toBe("th");
  expect(findHashLanguage("#/login?lang=xx")).toBeUndefined();
  expect(findHashLanguage("#/lang=en")).toBeUndefined();
});

it("keeps a language chosen later in an address that named another", () => {
  expect(replaceHashLanguage("#/home?page=2&lang=th", "pt")).toBe("#/home?page=2&lang=pt");
});

it.each([
  [["en-US", "en"], "en"],
  [["pt-BR"], "pt"],
  [["pt-PT", "en"], "pt"],
  [["th"], "th"],
  [["zh-TW"], "zh-cn"],
  [["de-DE", "de", "en-US"], "en"],
  [["de"], undefined],
  [[], undefined],
] as const)("finds the first supported language of a browser that asks for %j [R1.13]", (tags, language) => {
  const offered = languages.map(({ id }) => id);
  expect(findBrowserLanguage(tags, offered)).toBe(language);
});

it("finds no language that the operator does not offer", () => {
  expect(findBrowserLanguage(["pt-BR"], ["zh-cn", "en"])).toBeUndefined();
  expect(findBrowserLanguage(["pt-BR", "en"], ["zh-cn", "en"])).toBe("en");
});

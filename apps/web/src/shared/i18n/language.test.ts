import { expect, it } from "vitest";
import { findHashLanguage, replaceHashLanguage } from "./language.ts";

it("finds the language in the query of the hash and no other [R1.14]", () => {
  expect(findHashLanguage("#/login?lang=en")).toBe("en");
  expect(findHashLanguage("#/home?page=2&lang=th")).toBe("th");
  expect(findHashLanguage("#/login?lang=xx")).toBeUndefined();
  expect(findHashLanguage("#/lang=en")).toBeUndefined();
});

it("keeps a language chosen later in an address that named another", () => {
  expect(replaceHashLanguage("#/home?page=2&lang=th", "pt")).toBe("#/home?page=2&lang=pt");
});

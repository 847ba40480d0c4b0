import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { fillPlurals } from "./plurals.ts";

const texts = { home: { plants_one: "{{count}} usina", plants_other: "{{count}} usinas" }, title: "Início" };

it("has a text for every number of the language, a million in Portuguese too [R1.13]", async () => {
  const i18n = createInstance();
  await i18n.init({ lng: "pt", resources: { pt: { translation: fillPlurals(texts, "pt-BR") } } });
  const said = [0, 1, 2, 1_000_000].map((count) => i18n.t("home.plants", { count }));
  expect(said).toEqual(["0 usina", "1 usina", "2 usinas", "1.000.000 usinas"]);
  expect(i18n.getResource("pt", "translation", "title")).toBe("Início");
});

it("adds no form the language does not know", () => {
  expect(fillPlurals({ a_other: "座" }, "zh-CN")).toEqual({ a_other: "座" });
});

it("writes the number of a plural form with separators, and leaves other texts as they are", async () => {
  const i18n = createInstance();
  const english = { plants_one: "{{count}} plant", plants_other: "{{count}} plants" };
  const translation = fillPlurals({ home: english, part: "{{count}} of {{total}}" }, "en-US");
  await i18n.init({ lng: "en", resources: { en: { translation } } });
  expect([1, 10_000].map((count) => i18n.t("home.plants", { count }))).toEqual(["1 plant", "10,000 plants"]);
  expect(i18n.getResource("en", "translation", "part")).toBe("{{count}} of {{total}}");
});

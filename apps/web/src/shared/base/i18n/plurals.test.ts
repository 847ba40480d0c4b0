import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { fillPlurals } from "./plurals.ts";

const texts = { home: { plants_one: "{{count}} usina", plants_other: "{{count}} usinas" }, title: "Início" };

it("has a text for every number of the language, a million in Portuguese too [R1.13]", async () => {
  const i18n = createInstance();
  await i18n.init({ lng: "pt", resources: { pt: { translation: fillPlurals(texts, "pt-BR") } } });
  const said = [0, 1, 2, 1_000_000].map((count) => i18n.t("home.plants", { count }));
  expect(said).toEqual(["0 usina", "1 usina", "2 usinas", "1000000 usinas"]);
  expect(i18n.getResource("pt", "translation", "title")).toBe("Início");
});

it("adds no form the language does not know", () => {
  expect(fillPlurals({ a_other: "{{count}} 座" }, "zh-CN")).toEqual({ a_other: "{{count}} 座" });
});

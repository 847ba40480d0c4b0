import { countryOrRegionCodes } from "@heliograph/contract";
import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { localeTag } from "../i18n/language.ts";
import { texts as en } from "../i18n/locales/base/en.ts";
import { texts as pt } from "../i18n/locales/base/pt.ts";
import { texts as th } from "../i18n/locales/base/th.ts";
import { texts as zhCn } from "../i18n/locales/base/zh-cn.ts";
import { regionName } from "./regions.ts";

const texts = { "zh-cn": zhCn, en, pt, th };

beforeAll(async () => {
  await i18next.init({ lng: "en", lowerCaseLng: true, resources: {} });
});

it.each(["zh-cn", "en", "pt", "th"] as const)(
  "every country and region has a name of its own in %s [R3.16, R1.13]",
  async (language) => {
    i18next.addResourceBundle(language, "translation", texts[language]);
    await i18next.changeLanguage(language);
    const tag = localeTag(language);
    const names = countryOrRegionCodes.map((code) => regionName(code, tag));
    const isNameless = (name: string) => countryOrRegionCodes.includes(name) || name.startsWith("region.");
    expect(names.filter(isNameless)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  },
);

import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { texts as en } from "../base/i18n/locales/faults/en.ts";
import { texts as zhCn } from "../base/i18n/locales/faults/zh-cn.ts";
import { durationText } from "./duration-text.ts";

beforeAll(async () => {
  await i18next.init({
    lowerCaseLng: true,
    resources: { en: { translation: en }, "zh-cn": { translation: zhCn } },
  });
});

const say = (language: string, seconds: readonly number[]): string[] =>
  seconds.map((each) => durationText(each, i18next.getFixedT(language)));

it("writes a duration in its two largest units, without the empty one", () => {
  const written = say("en", [-5, 0, 45, 60, 90, 600, 3_600, 7_325, 86_399, 86_400, 90_061]);
  expect(written).toEqual([
    "0 s",
    "0 s",
    "45 s",
    "1 min",
    "1 min 30 s",
    "10 min",
    "1 h",
    "2 h 2 min",
    "23 h 59 min",
    "1 d",
    "1 d 1 h",
  ]);
});

it("writes a duration with the units of the language", () => {
  expect(say("zh-cn", [273_900])).toEqual(["3 天 4 小时"]);
});

import { expect, it } from "vitest";
import { durationText } from "./duration-text.ts";

it.each([
  [-5, "0 sec"],
  [0, "0 sec"],
  [45, "45 sec"],
  [60, "1 min"],
  [90, "1 min 30 sec"],
  [600, "10 min"],
  [3_600, "1 hr"],
  [7_325, "2 hr 2 min"],
  [86_399, "23 hr 59 min"],
  [86_400, "1 day"],
  [90_061, "1 day 1 hr"],
])("writes %s s in the two largest units, without the empty one", (seconds, text) => {
  expect(durationText(seconds, "en-US")).toBe(text);
});

it("writes a duration with the units of the language", () => {
  expect(["zh-CN", "pt-BR", "th"].map((tag) => durationText(273_900, tag))).toEqual([
    "3天 4小时",
    "3 dias 4 h",
    "3 วัน 4 ชม.",
  ]);
});

import { expect, it } from "vitest";
import { findEndedDay } from "./use-roof-address.ts";

const sun = {
  sunriseAt: "2026-05-04T04:00:00Z",
  sunsetAt: "2026-05-04T18:00:00Z",
  nextSunriseAt: "2026-05-05T04:00:00Z",
};
const plant = { today: "2026-05-04", firstDay: "2026-05-01", sun };
const at = (time: string): number => Date.parse(`2026-05-04T${time}Z`);

it("finds the day that has just ended at night, and none by day", () => {
  expect(findEndedDay(plant, at("20:00"))).toBe("2026-05-04");
  expect(findEndedDay(plant, at("02:00"))).toBe("2026-05-03");
  expect(findEndedDay(plant, at("12:00"))).toBeUndefined();
});

it("finds no day before the first sunrise of a plant, nor where the sun is not known", () => {
  expect(findEndedDay({ ...plant, firstDay: "2026-05-04" }, at("02:00"))).toBeUndefined();
  expect(findEndedDay({ ...plant, firstDay: null }, at("02:00"))).toBeUndefined();
  expect(findEndedDay({ ...plant, sun: null }, at("20:00"))).toBeUndefined();
});

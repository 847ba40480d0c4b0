import { expect, it } from "vitest";
import { findEndedDay } from "./use-roof-address.ts";

const sun = {
  sunriseAt: "2026-05-04T04:00:00Z",
  sunsetAt: "2026-05-04T18:00:00Z",
  nextSunriseAt: "2026-05-05T04:00:00Z",
};
const plant = {
  today: "2026-05-04",
  firstDay: "2026-05-01",
  sun,
  isAsleep: false,
  powerW: 0,
  energyTodayKwh: 12,
};
const at = (time: string): number => Date.parse(`2026-05-04T${time}Z`);

it("finds the day that has just ended at night, and none by day", () => {
  expect(findEndedDay(plant, at("20:00"))).toBe("2026-05-04");
  expect(findEndedDay(plant, at("02:00"))).toBe("2026-05-03");
  expect(findEndedDay(plant, at("12:00"))).toBeUndefined();
});

it("finds the day that has just ended while units are asleep by day, or give no power around sunrise and sunset", () => {
  for (const dim of [{ ...plant, isAsleep: true }, plant]) {
    expect(findEndedDay(dim, at("17:30"))).toBe("2026-05-04");
    expect(findEndedDay(dim, at("04:30"))).toBe("2026-05-03");
  }
  expect(findEndedDay({ ...plant, isAsleep: true }, at("12:00"))).toBeDefined();
});

it("finds none while a plant gives power, whatever its sun and units say", () => {
  for (const time of ["02:00", "04:30", "12:00", "17:30", "20:00"])
    for (const isAsleep of [true, false])
      expect(findEndedDay({ ...plant, powerW: 300, isAsleep }, at(time))).toBeUndefined();
});

it("goes by the energy of today where the sun is not known", () => {
  const asleep = { ...plant, sun: null, isAsleep: true };
  expect(findEndedDay(asleep, at("20:00"))).toBe("2026-05-04");
  expect(findEndedDay({ ...asleep, energyTodayKwh: 0 }, at("04:30"))).toBe("2026-05-03");
});

it("finds no day before the first sunrise of a plant, nor where the sun is not known", () => {
  expect(findEndedDay({ ...plant, firstDay: "2026-05-04" }, at("02:00"))).toBeUndefined();
  expect(findEndedDay({ ...plant, firstDay: null }, at("02:00"))).toBeUndefined();
  expect(findEndedDay({ ...plant, sun: null }, at("20:00"))).toBeUndefined();
});

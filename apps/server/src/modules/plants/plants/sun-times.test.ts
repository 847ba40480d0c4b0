import { expect, it } from "vitest";
import { sunTimesOf } from "./sun-times.ts";

const minuteOf = (time: string | undefined) => time?.slice(0, 16);

it("gives sunrise and sunset of a plant's calendar day and the sunrise of the next", () => {
  // NOAA solar calculator, Atlanta 2026-11-22: 07:14 and 17:31 EST; 2026-11-23: 07:15.
  const sun = sunTimesOf({ latitude: 33.75, longitude: -84.39 }, "America/New_York", "2026-11-22");
  expect(minuteOf(sun?.sunriseAt)).toMatch(/^2026-11-22T12:1[2-6]$/);
  expect(minuteOf(sun?.sunsetAt)).toMatch(/^2026-11-22T22:(29|3[0-3])$/);
  expect(minuteOf(sun?.nextSunriseAt)).toMatch(/^2026-11-23T12:1[3-7]$/);
});

it("gives none without coordinates and while the sun stays up or down", () => {
  expect(sunTimesOf({ latitude: null, longitude: null }, "UTC", "2026-11-22")).toBeNull();
  expect(sunTimesOf({ latitude: 69.65, longitude: 18.96 }, "Europe/Oslo", "2026-12-21")).toBeNull();
  expect(sunTimesOf({ latitude: 69.65, longitude: 18.96 }, "Europe/Oslo", "2026-06-21")).toBeNull();
});

import { expect, it } from "vitest";
import type { Curve } from "./day-curve.ts";
import { dropNight, findPeak, summarizeDay, toLine } from "./day-curve.ts";

it("keeps a gap as a gap and makes a lone point visible", () => {
  const at = (minute: number) => new Date(Date.parse("2026-03-29T00:00:00Z") + minute * 60_000).toISOString();
  const line = toLine(
    [
      { at: at(0), powerW: 10 },
      { at: at(5), powerW: 20 },
      { at: at(10), powerW: null },
      { at: at(15), powerW: 40 },
      { at: at(20), powerW: null },
    ],
    Date.parse(at(0)),
  );
  expect(line.map(({ value }) => value)).toEqual([
    [0, 10],
    [300_000, 20],
    [600_000, null],
    [900_000, 40],
    [1_200_000, null],
  ]);
  expect(line.map(({ symbolSize }) => symbolSize)).toEqual([0, 0, 0, 6, 0]);
});

it("draws the expected curve from the last nought before sunrise to the first after sunset", () => {
  const at = "2026-03-29T00:00:00.000Z";
  const points = [0, 0, 0, 5, 9, 0, 0].map((powerW) => ({ at, powerW }));
  expect(dropNight(points).map(({ powerW }) => powerW)).toEqual([null, null, 0, 5, 9, 0, null]);
});

it("gives no energy without reports or before sunrise, and no share of the expected one then", () => {
  const sunriseAt = Date.parse("2026-03-29T06:00:00Z");
  const point = (at: number, powerW: number | null) => ({ at: new Date(at).toISOString(), powerW });
  const expected = [point(sunriseAt - 1000, 0), point(sunriseAt, 50)];
  const day = (powerW: number | null, energyWh: number) =>
    ({
      points: [point(sunriseAt, powerW)],
      expected,
      expectedFrom: "clear-sky",
      expectedShare: powerW === null ? null : powerW / 50,
      energyWh,
    }) as unknown as Curve;
  expect(summarizeDay(day(null, 0), sunriseAt)).toEqual({ energyWh: null, share: null });
  expect(summarizeDay(day(0, 0), sunriseAt - 1)).toEqual({ energyWh: null, share: null });
  expect(summarizeDay(day(0, 0), sunriseAt)).toEqual({ energyWh: 0, share: 0 });
  expect(summarizeDay(day(40, 50), sunriseAt)).toEqual({ energyWh: 50, share: 0.8 });
});

it("finds the highest power of a day, and none in the dark", () => {
  const points = [null, 0, 40, 90, 90, null].map((powerW, hour) => ({
    at: `2026-03-29T0${hour}:00:00Z`,
    powerW,
  }));
  expect(findPeak(points)).toEqual({ at: "2026-03-29T03:00:00Z", powerW: 90 });
  expect(findPeak(points.slice(0, 2))).toBeUndefined();
});

import type { DayPlanes } from "@heliograph/contract/layout-day";
import { expect, it } from "vitest";
import { ASLEEP, NO_DATA, PRODUCING, SHUT, ZERO } from "./colors.ts";
import { DayValues } from "./day-values.ts";
import { bucketOf, readMoment } from "./paint.ts";
import { fixedScale, peerScale } from "./scales.ts";

const fromAt = Date.UTC(2026, 5, 18);
const hour = 3_600_000;

/** Four steps of an hour; units 11 (0.5 W a count) and 12, and 13 which is not in the file. */
function open(dark = [0], isToday = false): DayValues {
  const file: DayPlanes = {
    header: {
      ...{ day: "2026-06-18", timeZone: "UTC", fromAt, toAt: fromAt + 4 * hour, stepS: 3_600, steps: 4 },
      ...{ source: "samples", units: [12, 11], powerScales: [0.5, 0.5], open: { 0: [2] }, dark },
    },
    planes: {
      powerW: Uint16Array.of(0, 201, 1, 0, 0, 401, 601, 0),
      voltageV: Uint16Array.of(0, 381, 381, 0, 0, 401, 401, 0),
      currentA: Uint16Array.of(0, 101, 1, 0, 0, 201, 201, 0),
      temperatureC: Uint16Array.of(0, 241, 243, 0, 0, 241, 243, 0),
      signalDbm: Uint16Array.of(0, 131, 0, 0, 0, 141, 142, 0),
    },
  };
  const units = { keys: [11, 12, 13], ratedPowersW: [400, 200, null], peers: [0, 0, 0] };
  return new DayValues(file, units, isToday);
}

const read = (values: DayValues, ...args: Parameters<DayValues["curveOf"]>): (number | null)[] =>
  Array.from(values.curveOf(...args), (value) =>
    Number.isNaN(value) ? null : Math.round(value * 100) / 100,
  );

it("reads each value by unit and step, a step without a report as none", () => {
  const values = open();
  expect(read(values, "power", 0)).toEqual([null, 200, 300, null]);
  expect(read(values, "voltage", 1)).toEqual([null, 38, 38, null]);
  expect(read(values, "current", 0)).toEqual([null, 2, 2, null]);
  expect(read(values, "temperature", 0)).toEqual([null, 20, 21, null]);
  expect(read(values, "signal", 1)).toEqual([null, -70, null, null]);
  expect(read(values, "power", 2)).toEqual([null, null, null, null]);
  expect(values.lastStep).toBe(2);
});

it("sums the energy of the day from the power of the steps", () => {
  expect(read(open(), "energy", 0)).toEqual([0, 200, 500, null]);
});

it("compares with peers by rated power", () => {
  const moment = readMoment(open(), "ratio", 1, 3);
  expect([...moment.now].map((value) => Math.round(value * 100) / 100)).toEqual([1, 1, Number.NaN]);
});

it("knows the states of a day: an open switch outranks a power of zero", () => {
  const values = open();
  expect([values.stateOf(0, 1), values.stateOf(1, 2), values.stateOf(2, 1)]).toEqual([
    PRODUCING,
    SHUT,
    NO_DATA,
  ]);
  values.apply(1, 2, {
    powerW: 0,
    voltageV: 38,
    currentA: 0,
    temperatureC: null,
    signalDbm: null,
    isClosed: true,
  });
  expect(values.stateOf(1, 2)).toBe(ZERO);
});

it("in the last step of today, a unit that has not reported yet shows its values of the step before, and on a past day none", () => {
  const values = open([0], true);
  const report = { voltageV: 40, currentA: 1, temperatureC: null, signalDbm: null };
  values.apply(1, 3, { ...report, powerW: 50, isClosed: true });
  expect([0, 1, 2].map((unit) => values.stateOf(unit, 3))).toEqual([PRODUCING, PRODUCING, NO_DATA]);
  expect([...readMoment(values, "power", 3, 3).now]).toEqual([300, 50, Number.NaN]);
  expect([...readMoment(values, "ratio", 3, 3).now]).toEqual([1.5, 0.5, Number.NaN]);
  // The day's curve has what was measured, and where.
  expect(read(values, "power", 0)).toEqual([null, 200, 300, null]);

  const past = open();
  past.apply(1, 3, { ...report, powerW: 50, isClosed: true });
  expect(past.stateOf(0, 3)).toBe(NO_DATA);
});

it("a unit without power sleeps in the dark, but not one that was silent all day while others reported", () => {
  const values = open();
  expect([0, 1, 2].map((unit) => values.stateOf(unit, 0))).toEqual([ASLEEP, ASLEEP, NO_DATA]);
  values.apply(0, 0, {
    powerW: 0,
    voltageV: 3,
    currentA: 0,
    temperatureC: null,
    signalDbm: null,
    isClosed: true,
  });
  values.apply(1, 0, {
    powerW: 2,
    voltageV: 20,
    currentA: 0.1,
    temperatureC: null,
    signalDbm: null,
    isClosed: true,
  });
  expect([0, 1].map((unit) => values.stateOf(unit, 0))).toEqual([ASLEEP, PRODUCING]);
  // Before sunrise a string controller may report while its modules sleep.
  expect(open([0, 1, 2, 3]).stateOf(2, 0)).toBe(ASLEEP);
});

it("begins with the first step that is not in the dark, and at midnight where the sun is not known or stays down", () => {
  expect(open([0, 1]).firstLightStep).toBe(2);
  expect(open([]).firstLightStep).toBe(0);
  expect(open([0, 1, 2, 3]).firstLightStep).toBe(0);
});

it("takes the values of a report into its step, of units that were silent before too", () => {
  const values = open();
  const step = values.stepAt(fromAt + 3 * hour + 1)!;
  values.apply(2, step, {
    powerW: 120,
    voltageV: 30.1,
    currentA: 4,
    temperatureC: -5,
    signalDbm: -71,
    isClosed: null,
  });
  expect([values.lastStep, read(values, "power", 2)[3], read(values, "temperature", 2)[3]]).toEqual([
    3, 120, -5,
  ]);
  expect([read(values, "energy", 2)[3], read(values, "signal", 2)[3]]).toEqual([120, -71]);
  expect([values.stepAt(fromAt - 1), values.stepAt(fromAt + 4 * hour)]).toEqual([undefined, undefined]);
});

it("scales to the whole day, or to the units at the moment without outliers", () => {
  const values = open();
  expect(fixedScale(values, "power", [0, 1, 2])).toEqual({ from: 0, to: 300 });
  expect(fixedScale(values, "temperature", [0, 1])).toMatchObject({ from: 20, to: 21 });
  const now = Float32Array.from({ length: 100 }, (_, unit) => (unit === 0 ? 5 : 200 + unit));
  const { from, to } = peerScale(now, Array.from(now.keys()))!;
  expect([from, to]).toEqual([202, 297]);
  expect(peerScale(Float32Array.of(Number.NaN), [0])).toBeUndefined();
});

it("a unit at zero keeps the colour of its temperature and energy, not that of its power", () => {
  const values = open();
  values.apply(0, 2, {
    powerW: 0,
    voltageV: 38,
    currentA: 0,
    temperatureC: 30,
    signalDbm: null,
    isClosed: true,
  });
  const bucket = (value: "power" | "temperature") =>
    bucketOf(readMoment(values, value, 2, 3), 0, fixedScale(values, value, [0, 1]));
  expect(bucket("power")).not.toBe(bucket("temperature"));
  expect(bucket("temperature")).toBe(27);
});

import type { DayPlanes } from "@heliograph/contract/layout-day";
import { expect, it } from "vitest";
import { ASLEEP, bucketOfState, NO_DATA, PRODUCING, SHADES } from "./colors.ts";
import { DayValues } from "./day-values.ts";
import { differenceScale, listStepsOfClock, readDifference, stepOfClock } from "./difference.ts";
import { formatMoment } from "./format-value.ts";
import { bucketOf, readMoment } from "./paint.ts";

const hour = 3_600_000;

interface Day {
  readonly day: string;
  readonly fromAt: number;
  readonly hours: number;
  /** W of each unit by hour; null without a report. */
  readonly powers?: readonly (readonly (number | null)[])[];
  readonly dark?: readonly number[];
}

/** A day in Rome in steps of an hour. */
function open({ day, fromAt, hours, powers = [], dark = [] }: Day): DayValues {
  const powerW = new Uint16Array(powers.length * hours);
  for (const [unit, values] of powers.entries())
    for (const [step, value] of values.entries())
      powerW[unit * hours + step] = value === null ? 0 : value + 1;
  const none = new Uint16Array(powers.length * hours);
  const file: DayPlanes = {
    header: {
      ...{ day, timeZone: "Europe/Rome", fromAt, toAt: fromAt + hours * hour, stepS: 3_600, steps: hours },
      ...{
        source: "samples",
        units: powers.map((_, unit) => unit),
        powerScales: powers.map(() => 1),
        open: {},
        dark,
      },
    },
    planes: { powerW, voltageV: none, currentA: none, temperatureC: none, signalDbm: none },
  };
  const units = powers.map((_, unit) => unit);
  return new DayValues(file, { keys: units, ratedPowersW: units.map(() => 400), peers: units.map(() => 0) });
}

const summer = (day: number, rest: Partial<Day> = {}): DayValues =>
  open({ day: `2026-06-${day}`, fromAt: Date.UTC(2026, 5, day - 1, 22), hours: 24, ...rest });

it("subtracts the same time of another day, and says which units have no value on one of both", () => {
  const before = summer(17, {
    powers: [
      [0, 100],
      [0, 200],
      [0, null],
      [0, 50],
    ],
    dark: [0],
  });
  const values = summer(18, {
    powers: [
      [0, 160],
      [0, 50],
      [0, 80],
      [0, null],
    ],
    dark: [0],
  });
  const moment = readDifference(values, before, readMoment(values, "power", 1, 4));
  expect([...moment.now]).toEqual([60, -150, Number.NaN, Number.NaN]);
  expect([...moment.states]).toEqual([PRODUCING, PRODUCING, NO_DATA, NO_DATA]);
  const night = readDifference(values, before, readMoment(values, "power", 0, 4));
  expect([...night.states]).toEqual([ASLEEP, ASLEEP, ASLEEP, ASLEEP]);
});

it("colours a unit that has stopped by what it lacks, none of a difference in the middle", () => {
  const before = summer(17, { powers: [[200], [100]] });
  const values = summer(18, { powers: [[0], [100]] });
  const moment = readDifference(values, before, readMoment(values, "power", 0, 2));
  const scale = differenceScale({ from: 0, to: 400 }, moment, undefined);
  expect(scale).toEqual({ from: -200, to: 200 });
  expect([0, 1].map((unit) => bucketOf(moment, unit, scale))).toEqual([0, SHADES / 2]);
  expect(bucketOf({ ...moment, states: Uint8Array.of(NO_DATA, 0) }, 0, scale)).toBe(bucketOfState(NO_DATA));
  // Between the units the largest difference is the end, on both sides.
  expect(differenceScale({ from: 0, to: 4000 }, moment, [0, 1])).toEqual({ from: -200, to: 200 });
});

it("finds the same clock on a day of 25 or 23 hours, and nothing in the hour that was left out", () => {
  const plain = summer(18);
  const autumn = open({ day: "2026-10-25", fromAt: Date.UTC(2026, 9, 24, 22), hours: 25 });
  const spring = open({ day: "2026-03-29", fromAt: Date.UTC(2026, 2, 28, 23), hours: 23 });
  expect([stepOfClock(plain, 12, autumn), stepOfClock(autumn, 13, plain)]).toEqual([13, 12]);
  expect([stepOfClock(plain, 12, spring), stepOfClock(plain, 2, spring)]).toEqual([11, undefined]);
  expect([...listStepsOfClock(plain, spring)].slice(0, 5)).toEqual([0, 1, -1, 2, 3]);
});

it("writes differences with their sign, those of a signal in dB", () => {
  const write = (value: number, kind: "power" | "signal" | "ratio"): string =>
    formatMoment(value, { value: kind, isDifference: true }, "en-GB");
  expect([write(60, "power"), write(-1500, "power"), write(3, "signal"), write(0.12, "ratio")]).toEqual([
    "+60 W",
    "-1.50 kW",
    "+3 dB",
    "+12%",
  ]);
});

import type { DayPlanes } from "@heliograph/contract/layout-day";
import { expect, it } from "vitest";
import { DayValues } from "./day-values.ts";
import type { ExpectedFile } from "./expected.ts";
import { ExpectedPowers } from "./expected.ts";
import type { Layout } from "./geometry.ts";
import { readMoment } from "./paint.ts";

const group = {
  name: "",
  rows: 1,
  columns: 2,
  rotationDeg: 0,
  xM: 0,
  yM: 0,
  moduleWidthM: 1,
  moduleHeightM: 2,
};

/** Two modules to the east, one to the west, and a controller without a place. */
const makeLayout = (ratedPowerW: number | null): Layout => ({
  arrangement: "published",
  version: null,
  background: null,
  groups: [90, 270].map((azimuthDeg) => ({ ...group, tiltDeg: 30, azimuthDeg })),
  units: [1, 2, 3, 4].map((key) => ({
    ...{ key, type: key === 4 ? "SCON" : "OPT", deviceId: null, sn: null, label: "", parent: null },
    ratedPowerW: key === 4 ? null : ratedPowerW,
  })),
  cells: { group: [0, 0, 1], row: [0, 0, 0], column: [0, 1, 0], unit: [0, 1, 2] },
});

/** Steps of a quarter of an hour over an hour: powers of the units, 0 W of the third in the last. */
function openValues(): DayValues {
  const powers = [null, 200, 300, 0, null, 100, null, 0, null, 40, 60, 0, null, 340, 360, 0];
  const none = new Uint16Array(16);
  const file: DayPlanes = {
    header: {
      ...{ day: "2026-06-18", timeZone: "UTC", fromAt: 0, toAt: 3_600_000, stepS: 900, steps: 4 },
      ...{ source: "samples", units: [1, 2, 3, 4], powerScales: [1, 1, 1, 1], open: {}, dark: [] },
    },
    planes: {
      ...{ voltageV: none, currentA: none, temperatureC: none, signalDbm: none },
      powerW: Uint16Array.from(powers, (power) => (power === null ? 0 : power + 1)),
    },
  };
  return new DayValues(file, {
    keys: [1, 2, 3, 4],
    ratedPowersW: [400, 400, 400, null],
    peers: [0, 0, 0, 1],
  });
}

/** Steps of five minutes: the east should give half of its rated power, then all; the west a fifth; nothing in the end. */
const file: ExpectedFile = {
  from: "clear-sky",
  fromAt: 0,
  stepS: 300,
  groups: [0, 1],
  planes: [
    [0, 0, 0, 500, 500, 500, 1000, 1000, 1000, 5, 5, 5],
    [0, 0, 0, 200, 200, 200, null, null, null, 5, 5, 5],
  ],
};

const read = (expected: ExpectedPowers, value: "power" | "energy", step: number): (number | null)[] =>
  [...expected.readShares(openValues(), readMoment(openValues(), value, step, 4))].map((share) =>
    Number.isNaN(share) ? null : Math.round(share * 100) / 100,
  );

it("compares the power of each unit with that of its plane and its rating", () => {
  const expected = new ExpectedPowers(file, makeLayout(400), 10);
  expect(read(expected, "power", 1)).toEqual([1, 0.5, 0.5, null]);
  // No report of the second, and nothing is known of the west.
  expect(read(expected, "power", 2)).toEqual([0.75, null, null, null]);
});

it("judges no unit while hardly anything is expected", () => {
  expect(read(new ExpectedPowers(file, makeLayout(400), 10), "power", 3)).toEqual([1, 1, 1, null]);
});

it("compares energies over the steps that have a report", () => {
  const expected = new ExpectedPowers(file, makeLayout(400), 10);
  expect(read(expected, "energy", 2)).toEqual([0.83, 0.5, 1.25, null]);
});

it("divides the capacity by modules where a rating is not known", () => {
  expect(read(new ExpectedPowers(file, makeLayout(null), 2.4), "power", 1)).toEqual([0.5, 0.25, 0.25, null]);
});

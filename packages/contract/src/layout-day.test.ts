import { expect, it } from "vitest";
import type { DayPlanes } from "./layout-day.ts";
import { DAY_VALUES, decodeDayFile, encodeDayFile } from "./layout-day.ts";

const steps = 4;
const plane = (...counts: number[]): Uint16Array => Uint16Array.from(counts);
const file: DayPlanes = {
  header: {
    day: "2026-06-18",
    timeZone: "Europe/Rome",
    fromAt: Date.UTC(2026, 5, 17, 22),
    toAt: Date.UTC(2026, 5, 18, 22),
    stepS: 21_600,
    steps,
    source: "samples",
    units: [7, -12],
    powerScales: [0.5, 50],
    open: { 1: [2, 3] },
    dark: [0],
  },
  planes: {
    powerW: plane(0, 1, 65_535, 2, 0, 0, 300, 299),
    voltageV: plane(0, 381, 380, 0, 65_535, 0, 1, 0),
    currentA: plane(1, 2, 3, 4, 5, 6, 7, 8),
    temperatureC: plane(0, 0, 0, 0, 0, 0, 0, 0),
    signalDbm: plane(138, 137, 0, 0, 90, 91, 92, 0),
  },
};

const encodeFile = ({ header, planes }: DayPlanes, filled = { from: 0, to: steps }) =>
  new Uint8Array(Buffer.concat([...encodeDayFile({ header, filled, planeOf: (value) => planes[value] })]));

it("reads what it wrote, the largest counts and falls included", () => {
  expect(decodeDayFile(encodeFile(file))).toEqual(file);
});

it("stores the steps that have values only, and reads them as a whole day", () => {
  const { header, planes } = file;
  const part = Object.fromEntries(
    DAY_VALUES.map((value) => [value, planes[value].filter((_, index) => [1, 2].includes(index % steps))]),
  ) as unknown as DayPlanes["planes"];
  const bytes = encodeFile({ header, planes: part }, { from: 1, to: 3 });
  expect(bytes.length).toBeLessThanOrEqual(encodeFile(file).length - DAY_VALUES.length * 2 * 2 * 2);
  const read = decodeDayFile(bytes);
  expect(read.header).toEqual(header);
  expect(read.planes.powerW).toEqual(plane(0, 1, 65_535, 0, 0, 0, 300, 0));
  expect(read.planes.currentA).toEqual(plane(0, 2, 3, 0, 0, 6, 7, 0));
  expect(read.planes.signalDbm).toEqual(plane(0, 137, 0, 0, 0, 91, 92, 0));
});

it("reads a day without units", () => {
  const header = { ...file.header, units: [], powerScales: [], open: {} };
  const none = Object.fromEntries(
    DAY_VALUES.map((value) => [value, plane()]),
  ) as unknown as DayPlanes["planes"];
  const read = decodeDayFile(encodeFile({ header, planes: none }, { from: 0, to: 0 }));
  expect(read).toEqual({ header, planes: none });
});

it("stores small differences in either direction as small numbers, and of the current that to power and voltage", () => {
  // 100 W at 40 V are 2.5 A.
  const planes = {
    ...file.planes,
    powerW: plane(201, 201, 201, 0, 0, 0, 0, 0),
    voltageV: plane(401, 400, 401, 0, 0, 0, 0, 0),
    currentA: plane(251, 252, 250, 0, 0, 0, 0, 0),
  };
  const header = { ...file.header, open: {} };
  const bytes = encodeFile({ header, planes });
  const planeBytes = 2 * 2 * steps;
  const [voltage, current] = [1, 2].map((index) => [
    ...bytes.subarray(bytes.length - (5 - index) * planeBytes).subarray(0, planeBytes / 2),
  ]);
  // 401 - 0 is 802, of which this is the low byte; then -1, 1 and back to none.
  expect(voltage?.slice(0, 3)).toEqual([802 % 256, 1, 2]);
  // 2.51 A were expected of 39.9 V.
  expect(current).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
  expect(decodeDayFile(bytes)).toEqual({ header, planes });
});

it("reads a file that is part of a larger buffer", () => {
  const bytes = encodeFile(file);
  const around = new Uint8Array(bytes.length + 13);
  around.set(bytes, 5);
  expect(decodeDayFile(around.subarray(5, 5 + bytes.length))).toEqual(file);
});

it("refuses anything else", () => {
  expect(() => decodeDayFile(new Uint8Array(40))).toThrow("not a day file of this version");
});

import { expect, it } from "vitest";
import type { DayPlanes } from "./layout-day.ts";
import { decodeDayFile, encodeDayFile } from "./layout-day.ts";

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

it("reads what it wrote, the largest counts and falls included", () => {
  expect(decodeDayFile(encodeDayFile(file))).toEqual(file);
});

it("reads a file that is part of a larger buffer", () => {
  const bytes = encodeDayFile(file);
  const around = new Uint8Array(bytes.length + 13);
  around.set(bytes, 5);
  expect(decodeDayFile(around.subarray(5, 5 + bytes.length))).toEqual(file);
});

it("refuses anything else", () => {
  expect(() => decodeDayFile(new Uint8Array(40))).toThrow("not a day file of this version");
});

import { expect, test } from "vitest";
import type { UnitReadings } from "./unit-day.repository.ts";
import { placeReadings, toUnitMeans } from "./unit-means.ts";

type Reading = readonly [unit: number, step: number, powerW: number, temperatureC?: number, isOpen?: number];

const none = Number.NaN;

/** Readings with a voltage of 38 V and neither current nor signal. */
const block = (...readings: Reading[]): UnitReadings => ({
  unit: Int32Array.from(readings, ([unit]) => unit),
  step: Uint16Array.from(readings, ([, step]) => step),
  powerW: Float32Array.from(readings, ([, , powerW]) => powerW),
  voltageV: Float32Array.from(readings, () => 38),
  currentA: Float32Array.from(readings, () => none),
  temperatureC: Float32Array.from(readings, ([, , , temperatureC = none]) => temperatureC),
  signalDbm: Float32Array.from(readings, () => none),
  isOpen: Uint8Array.from(readings, ([, , , , isOpen = 0]) => isOpen),
});

const watts = (counts: Uint16Array): number[] => [...counts].map((count) => (count - 1) / 2);

test("one reading a step is its mean, by unit in order of their keys, in whatever blocks they come", () => {
  const blocks = [block([7, 2, 100.25, -40], [7, 3, none]), block([-3, 0, 0.2]), block([7, 0, -5, -101])];
  const { header, planeOf } = toUnitMeans(placeReadings(blocks));
  expect(header).toEqual({ units: [-3, 7], powerScales: [0.5, 0.5], open: {} });
  // 0 is no value; values below the smallest are the smallest.
  expect([...planeOf("powerW")]).toEqual([1, 0, 0, 0, 1, 0, 202, 0]);
  expect([...planeOf("voltageV")]).toEqual([381, 0, 0, 0, 381, 0, 381, 381]);
  expect([...planeOf("temperatureC")]).toEqual([0, 0, 0, 0, 1, 0, 121, 0]);
  expect(new Set([...planeOf("currentA"), ...planeOf("signalDbm")])).toEqual(new Set([0]));
});

test("several readings of a step become their mean, also of two devices in one slot, without those that lack the value", () => {
  const blocks = [block([7, 0, 100], [7, 0, 200], [7, 1, 60]), block([7, 1, none], [7, 0, 330])];
  const { planeOf } = toUnitMeans(placeReadings(blocks));
  expect(watts(planeOf("powerW"))).toEqual([210, 60]);
});

test("a unit of more than 32 kW has steps of 50 W, and the others keep theirs", () => {
  const { header, planeOf } = toUnitMeans(
    placeReadings([block([1, 0, 400], [2, 0, 50_000], [2, 1, 20], [3, 0, 1])]),
  );
  expect(header.powerScales).toEqual([0.5, 50, 0.5]);
  expect([...planeOf("powerW")]).toEqual([801, 0, 1001, 1, 3, 0]);
});

test("planes begin with the first step of which a unit has a reading, and end with the last", () => {
  const blocks = [block([7, 81, 20], [7, 82, 30, 20, 1]), block([-3, 80, 10])];
  const { header, filled, planeOf } = toUnitMeans(placeReadings(blocks));
  expect(filled).toEqual({ from: 80, to: 83 });
  expect([...planeOf("powerW")]).toEqual([21, 0, 0, 0, 41, 61]);
  expect(header.open).toEqual({ 1: [82] });
});

test("steps in which a switch was open are listed once and in order", () => {
  const blocks = [block([1, 0, 5], [2, 3, 0, 20, 1], [2, 1, 0, 20, 1]), block([2, 3, 0, 20, 1])];
  const { header } = toUnitMeans(placeReadings(blocks));
  expect(header.open).toEqual({ 1: [1, 3] });
});

test("a plant without readings has no units", () => {
  const { header, filled, planeOf } = toUnitMeans(placeReadings([]));
  expect(header.units).toEqual([]);
  expect(filled).toEqual({ from: 0, to: 0 });
  expect(planeOf("powerW")).toHaveLength(0);
});

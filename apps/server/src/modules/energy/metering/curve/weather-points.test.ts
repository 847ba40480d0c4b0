import { expect, it } from "vitest";
import { meanWeather } from "./weather-points.ts";

const MINUTE_MS = 60_000;

it("is the mean of a quarter hour's steps that have the value", () => {
  const weather = new Map([
    [4, { irradianceWm2: 30, ambientC: 20.04 }],
    [0, { irradianceWm2: 100, ambientC: null }],
    [2, { irradianceWm2: 201, ambientC: -1 }],
    [9, { irradianceWm2: null, ambientC: 5 }],
  ]);
  expect(meanWeather(weather, { fromAt: 0, stepMs: 5 * MINUTE_MS })).toEqual([
    { at: 0, irradianceWm2: 151, ambientC: -1 },
    { at: 15 * MINUTE_MS, irradianceWm2: 30, ambientC: 20 },
    { at: 45 * MINUTE_MS, irradianceWm2: null, ambientC: 5 },
  ]);
});

it("keeps steps that are longer than a quarter hour", () => {
  const weather = new Map([[1, { irradianceWm2: 10, ambientC: null }]]);
  expect(meanWeather(weather, { fromAt: 0, stepMs: 30 * MINUTE_MS })).toEqual([
    { at: 30 * MINUTE_MS, irradianceWm2: 10, ambientC: null },
  ]);
});

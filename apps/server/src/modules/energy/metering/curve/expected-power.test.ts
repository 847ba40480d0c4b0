import { describe, expect, it } from "vitest";
import { WINDOW_MS } from "../windows.ts";
import { getSteps } from "./day-curve.ts";
import type { ExpectationInput } from "./expected-power.ts";
import { expectPower, groupArrays } from "./expected-power.ts";
import { getMeasuredShare, listDaylightWindows } from "./measured-share.ts";

const hour = 3_600_000;
const midnight = Date.UTC(2026, 5, 21);
const day = { fromAt: midnight, toAt: midnight + 24 * hour };
const place = { latitude: 45, longitude: 0 };

function expectDay(changes: Partial<ExpectationInput> = {}) {
  return expectPower({
    place,
    range: day,
    stepMs: 300_000,
    level: "module",
    arrays: [{ tiltDeg: 30, azimuthDeg: 180, ratedPowerW: 1_000 }],
    weather: new Map(),
    ...changes,
  });
}

describe("arrays of a plant", () => {
  const plant = { installedCapacityKwp: 6, latitude: -20 };

  it("are the rated units with their orientation", () => {
    const unit = { tiltDeg: 35, azimuthDeg: 90, ratedPowerW: 410 };
    expect(groupArrays([unit], plant)).toEqual({ by: "ratings", arrays: [unit] });
  });

  it("share the plant's capacity when a unit has no rating, and face the equator when the orientation is unknown", () => {
    const unknown = { tiltDeg: null, azimuthDeg: null, ratedPowerW: null };
    expect(groupArrays([unknown, { ...unknown, ratedPowerW: 400 }], plant)).toEqual({
      by: "capacity",
      arrays: Array(2).fill({ tiltDeg: 20, azimuthDeg: 0, ratedPowerW: 3_000 }),
    });
    expect(groupArrays([], { ...plant, latitude: 50 })).toEqual({
      by: "capacity",
      arrays: [{ tiltDeg: 20, azimuthDeg: 180, ratedPowerW: 6_000 }],
    });
  });
});

describe("expected power", () => {
  it("is empty without coordinates", () => {
    expect(expectDay({ place: { latitude: null, longitude: null } })).toEqual({ from: "none", points: [] });
  });

  it("follows a clear sky, on the AC side less the losses of the inverter", () => {
    const dc = expectDay();
    const ac = expectDay({ level: "ac-meter" });
    expect(dc.from).toBe("clear-sky");
    expect(dc.points).toHaveLength(288);
    expect(dc.points[0]?.powerW).toBe(0);
    expect(ac.points[144]?.powerW).toBeCloseTo((dc.points[144]?.powerW ?? 0) * 0.96, 6);
  });

  it("follows the irradiance in the plane where it is measured, and holds it for half an hour", () => {
    const weather = new Map([[120, { irradianceWm2: 500, ambientC: 20 }]]);
    const { from, points } = expectDay({ weather });
    expect(from).toBe("irradiance");
    expect(points[119]?.powerW).toBeNull();
    expect(points[120]?.powerW).toBeGreaterThan(420);
    expect(points[120]?.powerW).toBeLessThan(500);
    expect(points[126]?.powerW).toBe(points[120]?.powerW);
    expect(points[127]?.powerW).toBeNull();
  });
});

describe("steps of a curve", () => {
  it.each([
    [5, 300_000, false],
    [60, 300_000, false],
    [300, 300_000, true],
    [400, 600_000, true],
    [900, 900_000, true],
  ])("for reports every %i s are %i ms long", (reportIntervalS, stepMs, isBridged) => {
    expect(getSteps(reportIntervalS)).toEqual({ stepMs, isBridged });
  });
});

describe("the measured share", () => {
  it("counts daylight windows that have ended", () => {
    const daylight = listDaylightWindows(place, day, midnight + 12 * hour);
    expect(daylight[0]).toBeGreaterThan(midnight + 4 * hour);
    expect(daylight.at(-1)).toBe(midnight + 12 * hour - WINDOW_MS);
    const measured = new Set([...daylight.slice(0, 7), midnight]);
    expect(getMeasuredShare(daylight, measured)).toBe(7 / daylight.length);
  });

  it("is unknown before sunrise and without coordinates", () => {
    expect(listDaylightWindows(place, day, midnight + hour)).toEqual([]);
    expect(listDaylightWindows({ latitude: null, longitude: null }, day, day.toAt)).toEqual([]);
    expect(getMeasuredShare([], new Set())).toBeNull();
  });

  it("expects nothing in the dark, whatever offset a sensor has", () => {
    const weather = new Map([
      [2, { irradianceWm2: 4, ambientC: 10 }],
      [140, { irradianceWm2: 4, ambientC: 10 }],
    ]);
    const { points } = expectDay({ weather });
    expect(points[2]?.powerW).toBe(0);
    expect(points[140]?.powerW).toBeGreaterThan(0);
  });
});

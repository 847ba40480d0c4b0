import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import { dayRange } from "../days/local-days.ts";
import { sunriseSunset } from "../sun/sunrise-sunset.ts";
import { expectedCurve } from "./expected-curve.ts";
import { expectedPowerW } from "./expected-power.ts";

const golden = { latitude: 39.74, longitude: -105.18, altitudeM: 1830 };
const day = dayRange("2026-06-21", "America/Denver");
const QUARTER_HOUR_MS = 900_000;

test("draws a local day from dark to dark with one point a step [R1.3]", () => {
  const arrays = [{ tiltDeg: 20, azimuthDeg: 180, ratedPowerW: 4000 }];
  const curve = expectedCurve({ ...golden, ...day, stepMs: QUARTER_HOUR_MS, arrays });
  const { sunriseAt = 0, sunsetAt = 0 } = sunriseSunset(golden.latitude, golden.longitude, day);
  expect(curve).toHaveLength(96);
  for (const { at, powerW } of curve) {
    if (at < sunriseAt - QUARTER_HOUR_MS || at > sunsetAt + QUARTER_HOUR_MS) expect(powerW).toBe(0);
    if (at > sunriseAt + QUARTER_HOUR_MS && at < sunsetAt - QUARTER_HOUR_MS)
      expect(powerW).toBeGreaterThan(0);
  }
  expect(curve.every((point) => point.basis === "clear-sky")).toBe(true);
});

test("adds up the modules' own expected power", () => {
  const arrays = [
    { tiltDeg: 20, azimuthDeg: 90, ratedPowerW: 400 },
    { tiltDeg: 20, azimuthDeg: 270, ratedPowerW: 380 },
    { tiltDeg: 20, azimuthDeg: 90, ratedPowerW: 410 },
  ];
  for (const point of expectedCurve({ ...golden, ...day, stepMs: 3_600_000, arrays })) {
    const sum = arrays.reduce(
      (total, array) => total + expectedPowerW({ ...golden, ...array, at: point.at }),
      0,
    );
    expect(point.powerW).toBeCloseTo(sum, 6);
  }
});

test("uses measured irradiance where there is some and says so", () => {
  const arrays = [{ tiltDeg: 20, azimuthDeg: 180, ratedPowerW: 4000 }];
  const noon = day.fromAt + 13 * 3_600_000;
  const input = {
    ...golden,
    fromAt: noon,
    toAt: noon + 2 * QUARTER_HOUR_MS,
    stepMs: QUARTER_HOUR_MS,
    arrays,
  };
  const clear = expectedCurve(input);
  const mixed = expectedCurve({ ...input, irradiance: (at) => (at === noon ? 100 : undefined) });
  expect(mixed[0]?.basis).toBe("measured");
  expect(mixed[0]?.powerW).toBeLessThan(0.2 * (clear[0]?.powerW ?? 0));
  expect(mixed[1]).toEqual(clear[1]);
});

test("refuses a step that never ends", () => {
  expect(() => expectedCurve({ ...golden, ...day, stepMs: 0, arrays: [] })).toThrow(RangeError);
});

describeDataset("expected energy of a typical year", "weather/tmy3-greensboro-723170.csv.gz", (lines) => {
  test("gives what this climate yields: 1,350 to 1,550 kWh a kWp from its global irradiance", () => {
    const [, header = "", ...rows] = lines();
    const ghi = header.split(",").indexOf("GHI (W/m^2)");
    const arrays = [{ tiltDeg: 30, azimuthDeg: 180, ratedPowerW: 1000 }];
    let energyWh = 0;
    for (const fields of rows.map((line) => line.split(","))) {
      const [month = 0, date = 0, year = 0] = (fields[0] ?? "").split("/").map(Number);
      const fromAt = Date.UTC(year, month - 1, date, Number(fields[1]?.slice(0, 2)) + 5) - 1_800_000;
      const hour = { fromAt, toAt: fromAt + 1, stepMs: 1, arrays, irradiance: () => Number(fields[ghi]) };
      const [point] = expectedCurve({
        latitude: 36.1,
        longitude: -79.95,
        altitudeM: 273,
        lossFraction: 0.14,
        ...hour,
      });
      energyWh += point?.powerW ?? Number.NaN;
    }
    expect(energyWh / 1000).toBeGreaterThan(1350);
    expect(energyWh / 1000).toBeLessThan(1550);
  });
});

import { expect, it } from "vitest";
import type { ComparedCurve, Curve } from "./day-curve.ts";
import { toLine } from "./day-curve.ts";
import { getEqualEnergies } from "./equal-energies.ts";

const fromAt = Date.parse("2026-03-02T00:00:00Z");
const at = (minute: number) => new Date(fromAt + minute * 60_000).toISOString();
const hours = (powers: readonly (number | null)[]) =>
  powers.map((powerW, hour) => ({ at: at(60 * hour), powerW }));
const curve = {
  fromAt: at(0),
  toAt: at(24 * 60),
  stepS: 3600,
  points: hours([0, 100, null, 80, null, null]),
  expected: hours([0, 200, 300, 400, 500, 600]),
  energyWh: 180,
  expectedWh: 2_000,
  isUpdating: false,
} as unknown as Curve;
const compared: ComparedCurve = {
  name: "Median of 30 days",
  energyWh: 900,
  line: toLine(
    [0, 60, 120, 210, 240].map((minute) => ({ at: at(minute), powerW: 100 })),
    fromAt,
  ),
  stepMs: 3_600_000,
};

it("sets the energy of today beside that of other curves up to the last sample", () => {
  const now = fromAt + 5 * 3_600_000;
  expect(getEqualEnergies(curve, compared, now)).toEqual({
    isSoFar: true,
    expectedWh: 900,
    // The step that begins at 03:30 counts for the half hour until 04:00.
    comparedWh: 350,
  });
  expect(getEqualEnergies(curve, undefined, now).comparedWh).toBeNull();
  const withoutReports = { ...curve, points: hours([null, null]) };
  expect(getEqualEnergies(withoutReports, compared, now)).toEqual({
    isSoFar: true,
    expectedWh: null,
    comparedWh: null,
  });
  expect(getEqualEnergies({ ...curve, expectedWh: null, expected: [] }, compared, now).expectedWh).toBeNull();
});

it("sets the energy of a day that is over beside that of whole days", () => {
  const whole = { isSoFar: false, expectedWh: 2_000, comparedWh: 900 };
  expect(getEqualEnergies(curve, compared, fromAt + 24 * 3_600_000)).toEqual(whole);
});

it("sets nothing beside an energy that is still being updated", () => {
  const updated = { ...curve, isUpdating: true };
  const nothing = { expectedWh: null, comparedWh: null };
  expect(getEqualEnergies(updated, compared, fromAt + 5 * 3_600_000)).toEqual({ isSoFar: true, ...nothing });
  expect(getEqualEnergies(updated, compared, fromAt + 24 * 3_600_000)).toEqual({
    isSoFar: false,
    ...nothing,
  });
});

import { expect, it } from "vitest";
import { isSameTime } from "./compare-zones.ts";
import { findZone } from "./find-zone.ts";

it("finds the time zone of a place, and none at sea", () => {
  const zones = {
    "America/Sao_Paulo": [-23.55, -46.63],
    "Asia/Shanghai": [30.66, 104.06],
    "Asia/Urumqi": [43.82, 87.6],
    "Asia/Bangkok": [13.75, 100.5],
    "Europe/Madrid": [40.42, -3.7],
    "Australia/Eucla": [-31.68, 128.88],
    "Antarctica/McMurdo": [-90, -180],
  };
  for (const [zone, [latitude = 0, longitude = 0]] of Object.entries(zones))
    expect(findZone({ latitude, longitude })).toBe(zone);
  expect(findZone({ latitude: 0, longitude: -30 })).toBeUndefined();
  expect(findZone({ latitude: 90, longitude: 180 })).toBeUndefined();
});

it("compares zones by what clocks show in both halves of the year", () => {
  const now = Date.parse("2026-06-21T12:00:00Z");
  expect(isSameTime("Europe/Berlin", "Europe/Madrid", now)).toBe(true);
  expect(isSameTime("Europe/Berlin", "Africa/Cairo", now)).toBe(false);
  // Equal in summer only.
  expect(isSameTime("Europe/London", "Africa/Lagos", now)).toBe(false);
  expect(isSameTime("America/Sao_Paulo", "Asia/Shanghai", now)).toBe(false);
});

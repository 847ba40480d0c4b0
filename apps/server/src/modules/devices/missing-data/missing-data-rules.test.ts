import type { Orientation } from "@heliograph/solar";
import { decomposeErbs, planeOfArray, skyAt } from "@heliograph/solar";
import { describe, expect, test } from "vitest";
import type { ObservedUnit } from "./missing-data-rules.ts";
import {
  findUnitFault,
  HIGH_SUN_ELEVATION_DEG,
  isGatewayOffline,
  MIN_PEER_SHARE,
} from "./missing-data-rules.ts";

// Falls on other minutes every day.
const STEP_MS = 37 * 60_000;
const intervalMs = 300_000;
const YEAR_FROM = Date.UTC(2026, 0, 1);
const YEAR_TO = Date.UTC(2027, 0, 1);
const RATED_W = 400;
/** Below this irradiance of its module the electronics of a unit sleep. */
const WAKE_WM2 = 8;

const places = [
  { name: "60° N", latitude: 60, longitude: 10 },
  { name: "23° S", latitude: -23, longitude: -46 },
] as const;
/** Share of the clear sky's light that arrives: from a clear day to the thickest clouds. */
const skies = [1, 0.28, 0.03];
const planes: readonly Orientation[] = [
  { tiltDeg: 5, azimuthDeg: 180 },
  { tiltDeg: 35, azimuthDeg: 90 },
  { tiltDeg: 35, azimuthDeg: 270 },
  { tiltDeg: 60, azimuthDeg: 0 },
];

/** Irradiance in W/m² of each plane at an instant. */
function listIrradiances(place: (typeof places)[number], at: number, share: number): number[] {
  const clear = skyAt(place, at);
  if (clear.ghiWm2 <= 0) return planes.map(() => 0);
  const ghiWm2 = clear.ghiWm2 * share;
  const { dniWm2, dhiWm2 } = decomposeErbs(ghiWm2, clear.sun.zenithDeg, clear.extraterrestrialWm2);
  const sky = { ...clear, ghiWm2, dniWm2, dhiWm2, albedo: 0.2 };
  const sun = { zenithDeg: clear.sun.zenithDeg, azimuthDeg: clear.sun.azimuthDeg };
  return planes.map((plane) => planeOfArray(plane, sun, sky).totalWm2);
}

/** A healthy unit and its nine healthy peers; asleep it reports no power, or nothing at all. */
function observe(place: (typeof places)[number], irradianceWm2: number, lastAwakeAt: number, at: number) {
  const powerW = irradianceWm2 < WAKE_WM2 ? 0 : (irradianceWm2 / 1000) * RATED_W;
  const unit: ObservedUnit = {
    ...place,
    intervalMs,
    lastSampleAt: at,
    expectedSince: YEAR_FROM,
    canProduce: true,
    powerW,
    peers: 9,
    producingPeers: powerW >= MIN_PEER_SHARE * RATED_W ? 9 : 0,
  };
  return [unit, { ...unit, lastSampleAt: powerW > 0 ? at : lastAwakeAt }];
}

function listFaultsOfYear(place: (typeof places)[number], share: number): string[] {
  const lastAwakeAt = planes.map(() => YEAR_FROM);
  const faults: string[] = [];
  for (let at = YEAR_FROM; at < YEAR_TO; at += STEP_MS) {
    for (const [plane, irradianceWm2] of listIrradiances(place, at, share).entries()) {
      if (irradianceWm2 >= WAKE_WM2) lastAwakeAt[plane] = at;
      for (const unit of observe(place, irradianceWm2, lastAwakeAt[plane] as number, at)) {
        const fault = findUnitFault(unit, at);
        if (fault) faults.push(`${fault} ${new Date(at).toISOString()} plane ${plane}`);
      }
    }
  }
  return faults;
}

describe.each(places)("a year at $name", (place) => {
  test.each(skies)("raises nothing for healthy units under %d of a clear sky, awake or asleep", (share) => {
    expect(listFaultsOfYear(place, share)).toEqual([]);
  });

  test("gives no light that counts without producing peers below the elevation by which plants are chosen", () => {
    for (let at = YEAR_FROM; at < YEAR_TO; at += STEP_MS) {
      if (skyAt(place, at).sun.elevationDeg >= HIGH_SUN_ELEVATION_DEG) continue;
      const [unit] = observe(place, 0, at, at);
      expect(findUnitFault(unit as ObservedUnit, at)).toBeUndefined();
    }
  });

  test("raises a zero whenever the sun is up and peers produce, and never otherwise", () => {
    const missed: string[] = [];
    for (let at = YEAR_FROM; at < YEAR_TO; at += STEP_MS) {
      const [unit] = observe(place, 0, at, at);
      const found = findUnitFault({ ...(unit as ObservedUnit), producingPeers: 9 }, at);
      const isDay = skyAt(place, at).sun.elevationDeg >= 5;
      if (found !== (isDay ? "zeroPower" : undefined)) missed.push(new Date(at).toISOString());
    }
    expect(missed).toEqual([]);
  });

  test("raises a silent gateway and a silent unit on every day with an hour of sun, and never at night", () => {
    const hour = 3_600_000;
    const days = new Map<number, { isLong: boolean; found: number }>();
    for (let at = YEAR_FROM; at < YEAR_TO; at += STEP_MS) {
      const day = Math.floor((at + (place.longitude / 15) * hour) / (24 * hour));
      const entry = days.get(day) ?? { isLong: false, found: 0 };
      days.set(day, entry);
      const isUp = (time: number) => skyAt(place, time).sun.elevationDeg >= 5;
      if (isUp(at) && isUp(at - hour)) entry.isLong = true;
      const [unit] = observe(place, 0, YEAR_FROM, at);
      const silent = { ...(unit as ObservedUnit), lastSampleAt: at - 12 * hour, producingPeers: 9 };
      const found = [
        isGatewayOffline({ ...place, intervalMs, silentSince: at - 12 * hour }, at),
        findUnitFault(silent, at) === "unitOffline",
      ];
      expect(found[0]).toBe(found[1]);
      if (found[0]) {
        expect(isUp(at)).toBe(true);
        entry.found += 1;
      }
    }
    expect([...days.values()].filter(({ isLong, found }) => isLong && found === 0)).toEqual([]);
  });
});

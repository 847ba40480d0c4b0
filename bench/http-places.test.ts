import { dayRange } from "@heliograph/solar";
import { describe, expect, it } from "vitest";
import { listPlaceDays, places, samplesFrom } from "./http-places.ts";
import { dayMs } from "./queries-data.ts";

const HOUR_MS = 3_600_000;
const midnight = Date.UTC(2026, 10, 22);

describe("the places of the http bench", () => {
  it("have their day of samples in the two UTC days that are written, at any hour", () => {
    for (let hour = 0; hour < 24; hour++) {
      const now = midnight + hour * HOUR_MS;
      const fromAt = samplesFrom(now);
      expect(fromAt).toBe(midnight - 2 * dayMs);
      for (const [index, { sampleDay }] of listPlaceDays(now).entries()) {
        const range = dayRange(sampleDay, places[index]?.timeZone ?? "");
        expect(range.fromAt).toBeGreaterThanOrEqual(fromAt);
        expect(range.toAt).toBeLessThanOrEqual(fromAt + 2 * dayMs);
      }
    }
  });

  it("are at noon within two hours somewhere, at any hour", () => {
    for (let hour = 0; hour < 24; hour++) {
      const now = midnight + hour * HOUR_MS;
      const localHours = listPlaceDays(now).map(({ offsetS }) => (((hour + offsetS / 3600) % 24) + 24) % 24);
      expect(localHours.some((local) => Math.abs(local - 12) <= 1)).toBe(true);
    }
  });

  it("know their own day", () => {
    const [fiji] = listPlaceDays(midnight + 13 * HOUR_MS);
    expect(fiji).toMatchObject({ today: "2026-11-23", offsetS: 12 * 3600 });
    expect(listPlaceDays(midnight + HOUR_MS).at(-1)).toMatchObject({
      today: "2026-11-21",
      offsetS: -10 * 3600,
    });
  });
});

import { plantDayOf } from "@heliograph/solar";
import { describe, expect, it } from "vitest";
import { unknownPlace } from "./places.ts";
import type { Recording } from "./recording.ts";
import { recordedDays, shiftRecording, shiftToNow, withoutImpossibleTimes } from "./shift.ts";

const NOW = Date.UTC(2026, 10, 20, 3, 30);
const DAY_MS = 86_400_000;

function recordingAt(lastAt: number, offsetH: number, isSnapshot = false): Recording {
  return {
    place: unknownPlace(offsetH),
    installedCapacityKwp: 1,
    meteringLevel: "string",
    intervalS: 900,
    isSnapshot,
    rejections: [],
    units: [],
    gatewayValues: ["pa"],
    unitValues: [],
    samples: [lastAt - 3 * DAY_MS, lastAt].map((at) => ({ unit: 0, at, values: { pa: 1 } })),
  };
}

describe("the time of a replay", () => {
  it.each([
    [Date.UTC(2022, 0, 6, 23, 46), 0],
    [Date.UTC(2022, 0, 6, 23, 46), -7],
    [Date.UTC(2011, 0, 1), 9],
    // The future, as from a device with a wrong clock.
    [Date.UTC(2031, 5, 1, 12), -5],
    [NOW, -7],
    [NOW - DAY_MS, -7],
  ])(
    "moves by whole days until the last recorded day (of %i, UTC%i) is yesterday there",
    (lastAt, offsetH) => {
      const recording = recordingAt(lastAt, offsetH);
      const shiftMs = shiftToNow(recording, NOW);
      expect(Math.abs(shiftMs % DAY_MS)).toBe(0);
      const { lastDay } = recordedDays(shiftRecording(recording, shiftMs));
      expect(lastDay).toBe(plantDayOf(NOW - DAY_MS, recording.place.timeZone));
    },
  );

  it("of a snapshot ends now, whatever its hour was", () => {
    const recording = recordingAt(Date.UTC(2025, 4, 30, 3, 50, 38), 0, true);
    const shifted = shiftRecording(recording, shiftToNow(recording, NOW));
    expect(shifted.samples.at(-1)!.at).toBe(NOW);
  });
});

it("rejects samples whose time the device link would reject", () => {
  const recording = recordingAt(NOW + 20 * 60_000, 0);
  const first = { ...recording.samples[0]!, at: 1_780_000_000 };
  const { samples, rejections } = withoutImpossibleTimes(
    { ...recording, samples: [first, ...recording.samples] },
    NOW,
  );
  expect(samples.map(({ at }) => at)).toEqual([NOW + 20 * 60_000 - 3 * DAY_MS]);
  expect(rejections).toEqual([
    { reason: "time stamp before 2000", count: 1, first: "1970-01-21T14:26:40.000Z" },
    { reason: "time stamp in the future", count: 1, first: "2026-11-20T03:50:00.000Z" },
  ]);
});

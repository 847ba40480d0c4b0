import { addDays, listDays, plantDayOf } from "@heliograph/solar";
import type { Recording } from "./recording.ts";

const DAY_MS = 86_400_000;

/** ms to add so that a snapshot ends now, and any other recording's last day is yesterday in its plant's zone. */
export function shiftToNow(recording: Recording, now: number): number {
  const { samples, isSnapshot, place } = recording;
  const lastAt = samples.at(-1)!.at;
  if (isSnapshot) return now - lastAt;
  const lastDay = plantDayOf(lastAt, place.timeZone);
  const yesterday = addDays(plantDayOf(now, place.timeZone), -1);
  // Whole days only, and no recording's zone changes its clock, so the sun stays where it was.
  const days =
    lastDay <= yesterday ? listDays(lastDay, yesterday).length - 1 : 1 - listDays(yesterday, lastDay).length;
  return days * DAY_MS;
}

/** The same recording at another time. */
export function shiftRecording(recording: Recording, shiftMs: number): Recording {
  return {
    ...recording,
    samples: recording.samples.map((sample) => ({ ...sample, at: sample.at + shiftMs })),
  };
}

/** First and last local day with data. */
export function recordedDays({ samples, place }: Recording): { firstDay: string; lastDay: string } {
  return {
    firstDay: plantDayOf(samples[0]!.at, place.timeZone),
    lastDay: plantDayOf(samples.at(-1)!.at, place.timeZone),
  };
}

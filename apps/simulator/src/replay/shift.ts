import { isStartupTime, LIMITS } from "@heliograph/protocol";
import { addDays, listDays, plantDayOf } from "@heliograph/solar";
import type { Recording } from "./recording.ts";
import { createRejections } from "./rejections.ts";

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

/** Why the device link would reject a sample of this instant; undefined for an accepted one. */
function findImpossibleTime(at: number, now: number): string | undefined {
  if (isStartupTime(at)) return "time stamp before 2000";
  return at > now + LIMITS.futureMs ? "time stamp in the future" : undefined;
}

/** The recording without samples whose time the device link would reject. */
export function withoutImpossibleTimes(recording: Recording, now: number): Recording {
  const rejections = createRejections();
  const samples = recording.samples.filter(({ at }) => {
    const reason = findImpossibleTime(at, now);
    if (reason !== undefined) rejections.add(reason, new Date(at).toISOString());
    return reason === undefined;
  });
  if (samples.length === recording.samples.length) return recording;
  return { ...recording, samples, rejections: [...recording.rejections, ...rejections.list()] };
}

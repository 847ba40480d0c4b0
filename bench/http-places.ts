import { dayRange, plantDayOf } from "@heliograph/solar";
import { dayMs } from "./queries-data.ts";

/**
 * Places of plants, used in turn: plant 1 has the first, plant 2 the second. They are two hours apart around the world, so
 * that the share of plants with daylight, which decides what a plant's detail reads, is the same at any time of day.
 */
export const places = [
  { timeZone: "Pacific/Fiji", latitude: -18.1, longitude: 178.4 },
  { timeZone: "Australia/Brisbane", latitude: -27.5, longitude: 153 },
  { timeZone: "Asia/Shanghai", latitude: 31.2, longitude: 121.5 },
  { timeZone: "Asia/Dhaka", latitude: 23.8, longitude: 90.4 },
  { timeZone: "Asia/Dubai", latitude: 25.2, longitude: 55.3 },
  { timeZone: "Africa/Johannesburg", latitude: -26.2, longitude: 28 },
  { timeZone: "Africa/Accra", latitude: 5.6, longitude: -0.2 },
  { timeZone: "America/Noronha", latitude: -3.9, longitude: -32.4 },
  { timeZone: "America/Manaus", latitude: -3.1, longitude: -60 },
  { timeZone: "America/Guatemala", latitude: 14.6, longitude: -90.5 },
  { timeZone: "America/Los_Angeles", latitude: 34.1, longitude: -118.2 },
  { timeZone: "Pacific/Honolulu", latitude: 21.3, longitude: -157.9 },
] as const;

/** Calendar of a place at an instant. */
export interface PlaceDays {
  /** The place's own day. */
  readonly today: string;
  /** Seconds that the place's clock is ahead of UTC when that day begins. */
  readonly offsetS: number;
  /** The last of the place's days that is contained in the two UTC days before the instant's. */
  readonly sampleDay: string;
}

/** Start of the two UTC days that contain every place's `sampleDay`, UTC ms. */
export function samplesFrom(now: number): number {
  return Math.floor(now / dayMs) * dayMs - 2 * dayMs;
}

/** Calendars of the places in their order; `now` in UTC ms. */
export function listPlaceDays(now: number): PlaceDays[] {
  return places.map(({ timeZone }) => {
    const today = plantDayOf(now, timeZone);
    return {
      today,
      offsetS: (Date.parse(today) - dayRange(today, timeZone).fromAt) / 1000,
      // The place's day in which the second of the UTC days begins: it begins after the first of them, and ends before the
      // end of the second.
      sampleDay: plantDayOf(samplesFrom(now) + dayMs, timeZone),
    };
  });
}

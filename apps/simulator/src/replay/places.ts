import type { Place } from "./recording.ts";
import { ReplayError } from "./replay-error.ts";

/** The National Renewable Energy Laboratory; its stations keep standard time, UTC−7, all year. */
export const GOLDEN: Place = {
  timeZone: "Etc/GMT+7",
  address: "NREL, Golden, Colorado",
  currency: "USD",
  latitude: 39.74,
  longitude: -105.18,
};

/** Etc has whole hours only; these zones have fractions of an hour and no clock changes. */
const PART_HOUR_ZONES: ReadonlyMap<number, string> = new Map([
  [-9.5, "Pacific/Marquesas"],
  [4.5, "Asia/Kabul"],
  [5.5, "Asia/Kolkata"],
  [5.75, "Asia/Kathmandu"],
  [6.5, "Asia/Yangon"],
  [8.75, "Australia/Eucla"],
  [9.5, "Australia/Darwin"],
]);
const MIN_ETC_H = -12;
const MAX_ETC_H = 14;

function findZone(offsetH: number): string | undefined {
  if (offsetH === 0) return "UTC";
  if (!Number.isInteger(offsetH)) return PART_HOUR_ZONES.get(offsetH);
  if (offsetH < MIN_ETC_H || offsetH > MAX_ETC_H) return undefined;
  // Etc's notation inverts the sign.
  return `Etc/GMT${offsetH > 0 ? "-" : "+"}${Math.abs(offsetH)}`;
}

/** For files that name no place: the zone alone. Throws ReplayError for an offset that no zone keeps all year. */
export function unknownPlace(offsetH: number): Place {
  const timeZone = findZone(offsetH);
  if (timeZone === undefined)
    throw new ReplayError(`No time zone is ${offsetH} hours ahead of UTC all year: give the stamps in UTC.`);
  return { timeZone, address: "", currency: offsetH < -2 ? "USD" : "EUR" };
}

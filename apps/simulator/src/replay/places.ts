import type { Place } from "./recording.ts";

/** The National Renewable Energy Laboratory; its stations keep standard time, UTC−7, all year. */
export const GOLDEN: Place = {
  timeZone: "Etc/GMT+7",
  address: "NREL, Golden, Colorado",
  currency: "USD",
  latitude: 39.74,
  longitude: -105.18,
};

/** For files that name no place: the zone alone, in Etc's notation, whose sign is turned round. */
export function unknownPlace(offsetH: number): Place {
  const zone = offsetH === 0 ? "UTC" : `Etc/GMT${offsetH > 0 ? "-" : "+"}${Math.abs(offsetH)}`;
  return { timeZone: zone, address: "", currency: offsetH < -2 ? "USD" : "EUR" };
}

import type { BodyOf, endpoints, FieldProblem } from "@heliograph/contract";
import type { DatedZone, PlantZones } from "@heliograph/solar";
import { addDays, plantDayOf, setZoneFrom, zoneOfDay } from "@heliograph/solar";

const MAX_ZONE_DAYS_AHEAD = 366;
/** The zones are read with the plant, whole. */
const MAX_ZONES = 20;

type Wanted = Pick<BodyOf<typeof endpoints.station.update>, "timeZone" | "timeZoneFrom">;

/** A zone of a plant and the day from which it holds, with the zones before and after the change. */
export interface ZoneChange {
  readonly timeZone: string;
  readonly fromDay: string;
  readonly before: PlantZones;
  readonly after: PlantZones;
}

interface ZonedPlant {
  readonly zones: PlantZones;
  readonly timeZone: string;
  readonly gridConnectionDate: string;
}

const listOf = (zones: PlantZones): readonly DatedZone[] =>
  typeof zones === "string" ? [{ fromDay: null, timeZone: zones }] : zones;

const isSame = (one: PlantZones, other: PlantZones): boolean => {
  const plain = (zones: PlantZones) => listOf(zones).map(({ fromDay, timeZone }) => [fromDay, timeZone]);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
};

/** Zones of a plant with the day from which each holds, as they are shown; the first has none. */
export const listZones = (zones: PlantZones): DatedZone[] =>
  listOf(zones).map(({ fromDay, timeZone }) => ({ fromDay, timeZone }));

/** Why a zone cannot hold from a day; undefined when it can. */
function findDayProblem(fromDay: string, plant: ZonedPlant, now: number): FieldProblem | undefined {
  const path = "timeZoneFrom";
  const last = addDays(plantDayOf(now, plant.zones), MAX_ZONE_DAYS_AHEAD);
  if (fromDay < plant.gridConnectionDate || fromDay > last)
    return { path, key: "field.zoneDay", params: { from: plant.gridConnectionDate, to: last } };
  if (listOf(setZoneFrom(plant.zones, fromDay, "")).length > MAX_ZONES)
    return { path, key: "field.tooManyZones", params: { max: MAX_ZONES } };
  return undefined;
}

/**
 * The change of zone that is wanted of a plant whose days have figures, or why it is not possible; undefined for none. From
 * its day it replaces all zones; starting at the grid connection date, the plant has had no other.
 */
export function decideZoneChange(
  plant: ZonedPlant,
  { timeZone, timeZoneFrom: fromDay }: Wanted,
  now: number,
): { readonly change: ZoneChange } | { readonly problem: FieldProblem } | undefined {
  if (fromDay === undefined)
    return timeZone === undefined || timeZone === plant.timeZone
      ? undefined
      : { problem: { path: "timeZoneFrom", key: "field.required" } };
  const problem = findDayProblem(fromDay, plant, now);
  if (problem) return { problem };
  const wanted = timeZone ?? plant.timeZone;
  const isWhole = fromDay === plant.gridConnectionDate;
  const changed = isWhole ? [{ fromDay: null, timeZone: wanted }] : setZoneFrom(plant.zones, fromDay, wanted);
  if (isSame(plant.zones, changed)) return undefined;
  const enteredAt = new Date(now).toISOString();
  const newDay = isWhole ? null : fromDay;
  const after =
    typeof changed === "string"
      ? changed
      : changed.map((zone) => (zone.fromDay === newDay ? { ...zone, enteredAt } : zone));
  return { change: { timeZone: wanted, fromDay, before: plant.zones, after } };
}

/** Days whose bounds a change moves, or may leave with the figures of others: they are counted again. */
export function listChangedDays(
  { fromDay, before, after }: ZoneChange,
  now: number,
): { fromDay: string; toDay: string } {
  const todays = [plantDayOf(now, before), plantDayOf(now, after)].toSorted();
  // Clocks that jump ahead by more than a day shorten two days before the change.
  return { fromDay: addDays(fromDay, -2), toDay: todays[1] as string };
}

/** A change for the log: the zone that held on its day, with all zones where there were several, and the new one. */
export const describeZoneChange = ({ timeZone, fromDay, before }: ZoneChange) => ({
  original: {
    timeZone: zoneOfDay(fromDay, before),
    ...(typeof before !== "string" && { zones: listZones(before) }),
  },
  new: { timeZone, timeZoneFrom: fromDay },
});

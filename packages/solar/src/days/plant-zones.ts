import { parseDay } from "./calendar.ts";
import { wallDayStart } from "./zone-clock.ts";

/** A time zone and the local day from which it holds; null for the first zone, which has no beginning. */
export interface DatedZone {
  readonly fromDay: string | null;
  readonly timeZone: string;
}

/**
 * The time zones of a plant: one IANA name, or dated ones in order, the first without a day, the days distinct. Day D from
 * which a zone holds begins at its midnight in that zone, and the day before ends there: that one may last from 0 to 50
 * hours. When clocks jump ahead by more than a day, the days before it are shortened as well.
 */
export type PlantZones = string | readonly DatedZone[];

/** The zone of a local day; the first one for days before the first change. */
export function zoneOfDay(plantDay: string, zones: PlantZones): string {
  if (typeof zones === "string") return zones;
  return zones.findLast(({ fromDay }) => fromDay === null || fromDay <= plantDay)?.timeZone ?? "";
}

/** Start in UTC ms of the local day with this midnight, read as UTC; RangeError for an unknown zone. */
export function startOfDay(midnightMs: number, zones: PlantZones): number {
  if (typeof zones === "string") return wallDayStart(midnightMs, zones);
  let startAt = Number.POSITIVE_INFINITY;
  for (const { fromDay, timeZone } of zones.toReversed()) {
    const fromMs = fromDay === null ? Number.NEGATIVE_INFINITY : parseDay(fromDay);
    // No day begins after a later zone does, however far the clocks jump ahead.
    startAt = Math.min(startAt, wallDayStart(Math.max(midnightMs, fromMs), timeZone));
    if (fromMs <= midnightMs) return startAt;
  }
  return startAt;
}

/** A zone with the instants between which it holds (UTC ms, the end excluded), and the first day of the next one. */
interface ZoneStretch {
  readonly timeZone: string;
  readonly fromAt: number;
  readonly toAt: number;
  /** Null for the last zone. */
  readonly nextDay: string | null;
}

/** The zones of a plant one after another, without gap or overlap; a zone that is over before it begins is absent. */
export function listStretches(zones: PlantZones): ZoneStretch[] {
  const dated = typeof zones === "string" ? [{ fromDay: null, timeZone: zones }] : zones;
  const starts = dated.map(({ fromDay }) =>
    fromDay === null ? Number.NEGATIVE_INFINITY : startOfDay(parseDay(fromDay), zones),
  );
  return dated
    .map(({ timeZone }, index) => ({
      timeZone,
      fromAt: starts[index] as number,
      toAt: starts[index + 1] ?? Number.POSITIVE_INFINITY,
      nextDay: dated[index + 1]?.fromDay ?? null,
    }))
    .filter(({ fromAt, toAt }) => toAt > fromAt);
}

/** The zone that holds at an instant in UTC ms. */
export function zoneAt(at: number, zones: PlantZones): string {
  if (typeof zones === "string") return zones;
  return listStretches(zones).find(({ toAt }) => at < toAt)?.timeZone ?? zoneOfDay("9999-12-31", zones);
}

/** When the next zone begins to hold after an instant, in UTC ms; undefined without one. */
export function findNextZoneAt(at: number, zones: PlantZones): number | undefined {
  return listStretches(zones).find(({ fromAt }) => fromAt > at)?.fromAt;
}

/** The zones with another one starting at a day, instead of all that held from that day. */
export function setZoneFrom(zones: PlantZones, fromDay: string, timeZone: string): PlantZones {
  const dated = typeof zones === "string" ? [{ fromDay: null, timeZone: zones }] : zones;
  const before = dated.filter((each) => each.fromDay === null || each.fromDay < fromDay);
  const changed = before.at(-1)?.timeZone === timeZone ? before : [...before, { fromDay, timeZone }];
  return changed.length === 1 ? (changed[0] as DatedZone).timeZone : changed;
}

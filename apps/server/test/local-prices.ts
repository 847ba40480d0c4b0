import type { Tariff } from "@heliograph/contract";

/**
 * Prices by the local clock as a person reads them, without any of the server's code: by the runtime's own calendar, and period
 * by period.
 */

/** Reads the local date and the minutes since local midnight of an instant in UTC ms. */
export function readLocalClock(zone: string): (at: number) => { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return (at) => {
    const [day = "", time = ""] = format.format(at).split(" ");
    return { day, minutes: minutesOf(time) };
  };
}

/** A zone, and a later one with the local date from which it holds. */
export type DatedZones = readonly [
  zone: string,
  later?: { readonly from: string; readonly zone: string } | undefined,
];

/**
 * Reads date and minutes of a plant whose zone may change: the later zone holds once its own clock shows the date. Until then
 * the first clock goes on, but its date stays before that one.
 */
export function readDatedClock([zone, later]: DatedZones): (at: number) => { day: string; minutes: number } {
  const read = readLocalClock(zone);
  if (later === undefined) return read;
  const readLater = readLocalClock(later.zone);
  const dayBefore = new Date(Date.parse(`${later.from}T12:00:00Z`) - 24 * 3_600_000)
    .toISOString()
    .slice(0, 10);
  return (at) => {
    const inLater = readLater(at);
    if (inLater.day >= later.from) return inLater;
    const { day, minutes } = read(at);
    return { day: day < later.from ? day : dayBefore, minutes };
  };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Price per kWh at a time of the day; undefined where the tariff has none. */
export function findPrice(tariff: Tariff, minutes: number): number | undefined {
  if (tariff.method === "fixed") return Number(tariff.price);
  const period = tariff.periods.find(({ start, end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)];
    return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  });
  return period && Number(period.price);
}

/** The tariff in force on a local date, by the first days of the versions; the first one holds for earlier days as well. */
export function findTariff<Versions extends Readonly<Record<string, Tariff>>>(
  versions: Versions,
  day: string,
): { validFrom: string; tariff: Tariff } {
  const days = Object.keys(versions).toSorted();
  const validFrom = days.findLast((from) => from <= day) ?? days[0] ?? "";
  return { validFrom, tariff: versions[validFrom] as Tariff };
}

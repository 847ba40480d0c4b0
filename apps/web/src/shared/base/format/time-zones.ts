/** Zones by how many people and plants keep their time: of names that match alike, these are meant first. */
const populous = [
  "Asia/Shanghai",
  "Asia/Calcutta",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Jakarta",
  "America/Chicago",
  "America/Mexico_City",
  "Asia/Bangkok",
  "Asia/Tokyo",
  "Asia/Manila",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Paris",
  "Europe/Madrid",
  "Europe/Rome",
  "Europe/Istanbul",
  "Asia/Karachi",
  "Africa/Lagos",
  "Africa/Cairo",
  "Africa/Johannesburg",
  "America/Los_Angeles",
  "America/Bogota",
  "America/Argentina/Buenos_Aires",
  "America/Santiago",
  "America/Toronto",
  "America/Manaus",
  "Australia/Sydney",
  "Asia/Dubai",
  "Asia/Singapore",
  "Asia/Saigon",
];

/** Cities people look for that are not in the zone's own name, and today's spelling of old ones. */
const otherNames: Readonly<Record<string, string>> = {
  "Asia/Shanghai": "Beijing, Shenzhen, Guangzhou",
  "Asia/Calcutta": "Kolkata, Mumbai, Delhi, Bengaluru",
  "Asia/Saigon": "Ho Chi Minh City, Hanoi",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "America/Sao_Paulo": "Rio de Janeiro, Brasilia",
  "Europe/Berlin": "Munich, Hamburg, Frankfurt",
  "Europe/Kiev": "Kyiv",
};

/** Without accents, case and underscores. */
const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").trim().toLowerCase();

/** 0 for a city that begins so, then a later word of it, another name, the region, any other part; undefined for none. */
function rankMatch(zone: string, typed: string): number | undefined {
  const [city = "", ...regions] = plain(zone).split("/").reverse();
  const names = plain(otherNames[zone] ?? "");
  if (city.startsWith(typed)) return 0;
  if (city.includes(` ${typed}`)) return 1;
  if (names.split(", ").some((name) => name.startsWith(typed))) return 2;
  if (regions.some((region) => region.startsWith(typed))) return 3;
  return `${plain(zone)} ${names}`.includes(typed) ? 4 : undefined;
}

/** Hours a zone is ahead of UTC at an instant. */
export function offsetHours(zone: string, at: number): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/u.exec(name ?? "") ?? [];
  return Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60);
}

/** Hints for ranking matching zones. */
export interface ZoneHints {
  readonly now: number;
  /** The viewer's own zone. */
  readonly ownZone: string;
  /** Where the plant is, when that is entered already. */
  readonly longitude?: number | undefined;
}

/** Zones keep the sun's time give or take this. */
const SOLAR_TOLERANCE_H = 2;
const DEGREES_AN_HOUR = 15;

/**
 * Time zones that match what was typed, the likeliest first: how the name matches, whether the zone fits the plant's
 * longitude, how many people keep it, and whether it has the viewer's own offset. All of them while nothing is typed.
 */
export function searchZones(zones: readonly string[], typed: string, hints: ZoneHints): readonly string[] {
  const text = plain(typed);
  if (text === "") return zones;
  const { now, ownZone, longitude } = hints;
  const ownOffset = offsetHours(ownZone, now);
  const found = zones.flatMap((zone) => {
    const match = rankMatch(zone, text);
    if (match === undefined) return [];
    const offset = offsetHours(zone, now);
    const isNear =
      longitude !== undefined && Math.abs(offset - longitude / DEGREES_AN_HOUR) <= SOLAR_TOLERANCE_H;
    const known = populous.indexOf(zone);
    const people = known === -1 ? populous.length : known;
    return [{ zone, ranks: [match, isNear ? 0 : 1, people, offset === ownOffset ? 0 : 1] }];
  });
  return found
    .sort((one, other) => compareRanks(one.ranks, other.ranks) || one.zone.localeCompare(other.zone))
    .map(({ zone }) => zone);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [index, rank] of one.entries()) {
    const difference = rank - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

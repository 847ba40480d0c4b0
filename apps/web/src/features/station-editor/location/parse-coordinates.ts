import type { Place } from "../../../shared/ui/map/projection.ts";

/** `empty`: nothing is entered; `swapped`: the longitude comes first; `format`: anything else that is no place. */
export type CoordinateProblem = "empty" | "swapped" | "format";

export type ParsedCoordinates = { readonly place: Place } | { readonly problem: CoordinateProblem };

interface Angle {
  readonly degrees: number;
  readonly axis: "latitude" | "longitude" | undefined;
}

// Portuguese has L (leste) and O (oeste).
const HEMISPHERES: Readonly<Record<string, { axis: "latitude" | "longitude"; sign: 1 | -1 }>> = {
  N: { axis: "latitude", sign: 1 },
  S: { axis: "latitude", sign: -1 },
  E: { axis: "longitude", sign: 1 },
  L: { axis: "longitude", sign: 1 },
  W: { axis: "longitude", sign: -1 },
  O: { axis: "longitude", sign: -1 },
};

const notations: readonly (readonly [RegExp, string])[] = [
  [/[º˚度]/gu, "°"],
  [/[′’‘分]/gu, "'"],
  [/[″”“秒]|''/gu, '"'],
  [/[，、]/gu, ","],
  [/；/gu, ";"],
  [/[−–]/gu, "-"],
  [/北纬?/gu, "N"],
  [/南纬?/gu, "S"],
  [/东经?/gu, "E"],
  [/西经?/gu, "W"],
];

// The ways of separating two angles, the safest first: a comma may also be a decimal mark.
const pairs: readonly RegExp[] = [
  /^([^;]+);([^;]+)$/u,
  /^(.*[NSEWLO])\s*,?\s*([^NSEWLO]+[NSEWLO])$/u,
  /^([NSEWLO][^NSEWLO]+?)\s*,?\s*([NSEWLO].+)$/u,
  /^([^,]+),([^,]+)$/u,
  /^(\S+)\s+(\S+)$/u,
  /^(.+["'])\s*([+-]?\d+\s*°.+)$/u,
];

const ANGLE =
  /^([NSEWLO])?\s*([+-])?\s*(\d{1,3}(?:[.,]\d+)?)\s*°?(?:(?<=[°\s])\s*(\d{1,2}(?:[.,]\d+)?)\s*'?(?:(?<=['\s])\s*(\d{1,2}(?:[.,]\d+)?)\s*"?)?)?\s*([NSEWLO])?$/u;

/**
 * Reads a place from one text, latitude first: `31.2, 121.5`, `31,2; 121,5`, `31°12′30″N 121°30′E`. Letters of the
 * hemisphere allow either order.
 */
export function parseCoordinates(typed: string): ParsedCoordinates {
  const text = notations.reduce((now, [mark, plain]) => now.replace(mark, plain), typed.trim().toUpperCase());
  if (text === "") return { problem: "empty" };
  for (const pair of pairs) {
    const [, first, second] = pair.exec(text) ?? [];
    const angles = [parseAngle(first ?? ""), parseAngle(second ?? "")];
    const [one, other] = angles;
    if (one !== undefined && other !== undefined) return toPlace(one, other);
  }
  return { problem: "format" };
}

/** Degrees from `-31.2`, `31°12'30"`, `31 12 30` or any of them with a hemisphere. */
function parseAngle(text: string): Angle | undefined {
  const [match, before, sign, ...rest] = ANGLE.exec(text.trim()) ?? [];
  if (match === undefined) return undefined;
  const after = rest.pop();
  const [degrees = 0, minutes = 0, seconds = 0] = rest.map((part) => toAmount(part));
  // Only the last part has decimals.
  const given = rest.filter((part) => part !== undefined);
  if (given.slice(0, -1).some((part) => !/^\d+$/u.test(part))) return undefined;
  if (minutes >= 60 || seconds >= 60) return undefined;
  const amount = degrees + minutes / 60 + seconds / 3600;
  const letter = before ?? after;
  if (letter === undefined) return { degrees: sign === "-" ? -amount : amount, axis: undefined };
  const hemisphere = HEMISPHERES[letter];
  const isTwice = before !== undefined && after !== undefined;
  if (hemisphere === undefined || isTwice || sign === "-") return undefined;
  return { degrees: hemisphere.sign * amount, axis: hemisphere.axis };
}

const toAmount = (part: string | undefined): number | undefined =>
  part === undefined ? undefined : Number(part.replace(",", "."));

function toPlace(one: Angle, other: Angle): ParsedCoordinates {
  if ((one.axis === undefined) !== (other.axis === undefined)) return { problem: "format" };
  if (one.axis !== undefined && one.axis === other.axis) return { problem: "format" };
  const [latitude, longitude] =
    one.axis === "longitude" ? [other.degrees, one.degrees] : [one.degrees, other.degrees];
  if (isPlace(latitude, longitude))
    return { place: { latitude: round(latitude), longitude: round(longitude) } };
  return { problem: one.axis === undefined && isPlace(longitude, latitude) ? "swapped" : "format" };
}

const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** To a tenth of a metre. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

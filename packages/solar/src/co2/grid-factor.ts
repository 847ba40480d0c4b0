import { GRID_FACTOR_SOURCE, GRID_FACTORS } from "./grid-factors.ts";

/** What a kilowatt hour of the grid emits where a plant is. */
export interface GridFactor {
  /** ISO 3166-1. */
  readonly country: string;
  /** g CO₂ equivalent per kWh. */
  readonly gramsPerKwh: number;
  readonly year: number;
  readonly source: string;
}

// The runtime has the method, the compiler's library not yet.
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => readonly string[] | undefined };

let countries: ReadonlyMap<string, string> | undefined;

/** One name for all names of a zone: the runtime lists zones by older names, such as Asia/Calcutta. */
function canonicalName(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Countries of the table by the names of their time zones, of which each belongs to one country. */
function listCountries(): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(GRID_FACTORS).flatMap((country) => {
      const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
      return (locale.getTimeZones?.() ?? []).map((zone): [string, string] => [
        canonicalName(zone) ?? zone,
        country,
      ]);
    }),
  );
}

/** The grid's factor in the country of a time zone; undefined for a zone without country, or a country without factor. */
export function findGridFactor(timeZone: string): GridFactor | undefined {
  countries ??= listCountries();
  const country = countries.get(canonicalName(timeZone) ?? "");
  const factor = country === undefined ? undefined : GRID_FACTORS[country];
  if (country === undefined || factor === undefined) return undefined;
  const [gramsPerKwh, year] = factor;
  return { country, gramsPerKwh, year, source: GRID_FACTOR_SOURCE };
}

/** CO₂ equivalent in kg that the grid would have emitted for an energy in Wh. */
export const avoidedKg = (energyWh: number, { gramsPerKwh }: Pick<GridFactor, "gramsPerKwh">): number =>
  (energyWh / 1000) * (gramsPerKwh / 1000);

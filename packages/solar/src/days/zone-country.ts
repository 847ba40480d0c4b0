// The runtime has the method, the compiler's library not yet.
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => readonly string[] | undefined };

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

let countries: ReadonlyMap<string, string> | undefined;

/** One name for all names of a zone: the runtime lists zones by older names, such as Asia/Calcutta. */
function canonicalName(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Zones of a country by name; none for two letters that are no country, or the former code of one. */
function listZones(country: string): readonly string[] {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  return locale.region === country ? (locale.getTimeZones?.() ?? []) : [];
}

/** Countries by the names of their time zones, of which each belongs to one country. */
function listCountries(): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((country) =>
      listZones(country).map((zone): [string, string] => [canonicalName(zone) ?? zone, country]),
    ),
  );
}

/** The country that a time zone belongs to (ISO 3166-1); undefined for one without country, such as UTC. */
export function findCountry(timeZone: string): string | undefined {
  countries ??= listCountries();
  return countries.get(canonicalName(timeZone) ?? "");
}

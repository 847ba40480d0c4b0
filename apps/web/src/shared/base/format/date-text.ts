import type { Language } from "@heliograph/contract";

// How a day is written in each language, in texts and fields alike (times.ts writes the same). Letters as Day.js reads them.
const dayPatterns: Record<Language, string> = {
  "zh-cn": "YYYY/MM/DD",
  en: "DD/MM/YYYY",
  pt: "DD/MM/YYYY",
  th: "DD/MM/YYYY",
};
const ISO_DAY = "YYYY-MM-DD";

/** What a date field shows in a language, with hours and minutes where it takes an instant. */
export const fieldPattern = (language: Language, hasTime = false): string =>
  hasTime ? `${dayPatterns[language]} HH:mm` : dayPatterns[language];

/** What a date field reads: the language's own way, without leading zeros too, and ISO 8601. The first one is shown. */
export function listPatterns(language: Language, hasTime = false): string[] {
  const own = dayPatterns[language];
  const days = [own, own.replace("MM", "M").replace("DD", "D"), ISO_DAY];
  return hasTime ? [...days.map((day) => `${day} HH:mm`), `${ISO_DAY}[T]HH:mm`] : days;
}

const parts: Readonly<Record<string, string>> = {
  YYYY: "(?<year>\\d{4})",
  MM: "(?<month>\\d{2})",
  M: "(?<month>[1-9]|1[0-2])",
  DD: "(?<day>\\d{2})",
  D: "(?<day>[1-9]|[12]\\d|3[01])",
  HH: "(?<hour>[01]\\d|2[0-3])",
  mm: "(?<minute>[0-5]\\d)",
  "[T]": "T",
};

function readPattern(text: string, pattern: string): string | undefined {
  const source = pattern.replaceAll(/\[T\]|YYYY|MM?|DD?|HH|mm/gu, (part) => parts[part] ?? part);
  const found = new RegExp(`^${source}$`, "u").exec(text)?.groups;
  if (found === undefined) return undefined;
  const { year = "", month = "", day = "" } = found;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : iso;
}

/** The calendar day (`2026-03-29`) of the text of a date field; undefined when it is not a date. */
export function readDay(text: string, language: Language, hasTime = false): string | undefined {
  for (const pattern of listPatterns(language, hasTime)) {
    const day = readPattern(text.trim(), pattern);
    if (day !== undefined) return day;
  }
  return undefined;
}

import { SERIAL_NUMBER } from "@heliograph/contract/label-patterns";

/** A line of the list that cannot be saved; lines count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly kind: "format" | "repeated" | "place";
  readonly text: string;
}

export interface ExpectedLine {
  readonly sn: string;
  readonly place: string;
}

/** Reads a list of serial numbers, one a line, each followed by its place after a tab, comma or semicolon if it has one. */
export function readExpected(
  text: string,
  maxPlace: number,
): { readonly devices: readonly ExpectedLine[]; readonly problems: readonly LineProblem[] } {
  const devices: ExpectedLine[] = [];
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === "") continue;
    const [first = "", ...rest] = line.split(/[\t,;]/u);
    const sn = first.trim().toUpperCase();
    const place = rest.join(" ").trim();
    const refuse = (kind: LineProblem["kind"], part: string) =>
      problems.push({ line: index + 1, kind, text: part });
    if (!SERIAL_NUMBER.test(sn)) refuse("format", sn);
    else if (seen.has(sn)) refuse("repeated", sn);
    else if (place.length > maxPlace) refuse("place", sn);
    else devices.push({ sn, place });
    seen.add(sn);
  }
  return { devices, problems };
}

/** The text that `readExpected` reads as these devices. */
export const writeExpected = (devices: readonly ExpectedLine[]): string =>
  devices.map(({ sn, place }) => (place === "" ? sn : `${sn}\t${place}`)).join("\n");

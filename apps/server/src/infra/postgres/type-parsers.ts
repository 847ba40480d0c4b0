import type { CustomTypesConfig } from "pg";
import pg from "pg";

const { builtins } = pg.types;
const dateArray = 1182;
const int8Array = 1016;
const numericArray = 1231;
const textArray = 1009;

// The typings list only scalar types.
type FindParser = (oid: number, format: "text") => (text: string) => unknown;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the integer ${text} is beyond what a number holds exactly`);
  return value;
}

function parseTextArray(text: string): string[] {
  return (pg.types.getTypeParser as FindParser)(textArray, "text")(text) as string[];
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: parseSafeInteger,
  // Money is decimal: a number would round it.
  [builtins.NUMERIC]: (text) => text,
  // A day has no instant; a Date would bring the zone of this process into it.
  [builtins.DATE]: (text) => text,
  [dateArray]: parseTextArray,
  [int8Array]: (text) => parseTextArray(text).map((item) => (item === null ? null : parseSafeInteger(item))),
  [numericArray]: parseTextArray,
};

/** int8 → number (or an error), numeric and date → string, timestamptz → Date, uuid → string. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
};

import type { CustomTypesConfig } from "pg";
import pg from "pg";

const { builtins } = pg.types;
const DATE_ARRAY = 1182;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

// The typings list only scalar types.
type FindParser = (oid: number, format: "text") => (text: string) => unknown;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the integer ${text} is beyond what a number holds exactly`);
  return value;
}

function parseTextArray(text: string): string[] {
  return (pg.types.getTypeParser as FindParser)(TEXT_ARRAY, "text")(text) as string[];
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: parseSafeInteger,
  // Money is decimal: a number would round it.
  [builtins.NUMERIC]: (text) => text,
  // A day has no instant; a Date would apply the time zone of this process.
  [builtins.DATE]: (text) => text,
  [DATE_ARRAY]: parseTextArray,
  [INT8_ARRAY]: (text) => parseTextArray(text).map((item) => (item === null ? null : parseSafeInteger(item))),
  [NUMERIC_ARRAY]: parseTextArray,
};

/** int8 → number (or an error), numeric and date → string, timestamptz → Date, uuid → string. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
};

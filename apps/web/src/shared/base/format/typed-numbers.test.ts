import { expect, it } from "vitest";
import { localeTag } from "../i18n/language.ts";
import { formatNumber } from "./numbers.ts";
import { readPlainNumber, toPlainNumber, toTypedNumber } from "./typed-numbers.ts";

const languages = ["en", "zh-cn", "pt", "th"] as const;
const commaGroups = ["en", "zh-cn", "th"] as const;

/** Read the same in every language. */
const everywhere: readonly (readonly [string, number])[] = [
  ["8", 8],
  ["8,4", 8.4],
  ["8.4", 8.4],
  ["1,50", 1.5],
  ["0,125", 0.125],
  ["0.125", 0.125],
  ["1500,25", 1500.25],
  ["1500.125", 1500.125],
  ["1 500", 1500],
  ["12\u00a0345,6", 12_345.6],
  ["-0,25", -0.25],
  ["\u22121,5", -1.5],
  [" +3 ", 3],
];
const wrong = ["", "x", "1,50,0", "1.2.3", "1,500,00", "1.500.00", "1,,5", "1.", ",5", "1e3", "--1", "12 5"];

it.each(languages)(
  "reads a single comma or point as the decimal one where it groups nothing: %s",
  (language) => {
    for (const [typed, number] of everywhere)
      expect([typed, readPlainNumber(toPlainNumber(typed, localeTag(language)))]).toEqual([typed, number]);
  },
);

it.each(languages)("leaves what is no number as it is: %s", (language) => {
  for (const typed of wrong) {
    expect(toPlainNumber(typed, localeTag(language))).toBe(typed);
    expect(readPlainNumber(typed)).toBeNaN();
  }
});

it.each([
  ...commaGroups.flatMap((language) => [
    [language, "1,500", 1500],
    [language, "12,345.6", 12_345.6],
    [language, "-1,234,567", -1_234_567],
    [language, "1.500", 1.5],
    [language, "12.345,6", Number.NaN],
  ]),
  ["pt", "1.500", 1500],
  ["pt", "12.345,6", 12_345.6],
  ["pt", "-1.234.567", -1_234_567],
  ["pt", "1,500", 1.5],
  ["pt", "12,345.6", Number.NaN],
] as [(typeof languages)[number], string, number][])(
  "reads thousands as the language groups them: %s %s",
  (language, typed, number) =>
    expect(readPlainNumber(toPlainNumber(typed, localeTag(language)))).toBe(number),
);

it.each(languages)("reads a number as it is shown, and as a field begins with it: %s", (language) => {
  const tag = localeTag(language);
  for (const number of [0.5, 1.234, 12, 1500, 10_337, 1_234_567.25, -1500.5]) {
    expect(readPlainNumber(toPlainNumber(formatNumber(number, tag, 3), tag))).toBe(number);
    expect(readPlainNumber(toPlainNumber(toTypedNumber(String(number), tag), tag))).toBe(number);
  }
  expect(toTypedNumber("1.2.3", tag)).toBe("1.2.3");
});

it.each(languages)("reads every separator of a coordinate as the decimal one: %s", (language) => {
  for (const typed of ["23,550", "23.550"])
    expect(readPlainNumber(toPlainNumber(typed, localeTag(language), { isGrouped: false }))).toBe(23.55);
});

import { expect, test } from "vitest";
import { languages, localeTag } from "../i18n/language.ts";
import { fieldPattern, readDay } from "./date-text.ts";
import { formatDateTime, formatDay, formatSecond } from "./times.ts";

const at = Date.parse("2026-03-09T07:05:08Z");
const render = (pattern: string): string =>
  pattern
    .replace("YYYY", "2026")
    .replace("MM", "03")
    .replace("DD", "09")
    .replace("HH", "07")
    .replace("mm", "05");

test.each(languages.map(({ id }) => id))(
  "writes dates in %s in one way, in texts and in fields",
  (language) => {
    const tag = localeTag(language);
    expect(formatDay("2026-03-09", tag)).toBe(render(fieldPattern(language)));
    expect(formatDateTime(at, "UTC", tag)).toBe(render(fieldPattern(language, true)));
    expect(formatSecond(at, "UTC", tag)).toBe(`${formatDateTime(at, "UTC", tag)}:08`);
  },
);

test.each(languages.map(({ id }) => id))("reads in %s what it writes, and ISO 8601", (language) => {
  expect(readDay(render(fieldPattern(language)), language)).toBe("2026-03-09");
  expect(readDay("2026-11-22", language)).toBe("2026-11-22");
  expect(readDay(" 2026-11-22 ", language)).toBe("2026-11-22");
  expect(readDay(render(fieldPattern(language, true)), language, true)).toBe("2026-03-09");
  expect(readDay("2026-11-22T08:30", language, true)).toBe("2026-11-22");
});

test("reads days and months without leading zeros", () => {
  expect(readDay("9/3/2026", "en")).toBe("2026-03-09");
  expect(readDay("2026/3/9", "zh-cn")).toBe("2026-03-09");
});

test("reads no date from other texts and from days that no calendar has", () => {
  for (const text of ["", "tomorrow", "2026-13-01", "31/02/2026", "22.11.2026", "11/22/2026", "2026-11-22x"])
    expect(readDay(text, "en")).toBeUndefined();
  expect(readDay("2026-11-22 25:00", "en", true)).toBeUndefined();
});

import { expect, it } from "vitest";
import {
  addDays,
  addPeriods,
  dayStart,
  formatAgo,
  formatClock,
  formatDateTime,
  formatDay,
  formatMonth,
  formatSince,
  instantAt,
} from "./times.ts";

const at = Date.parse("2026-03-29T07:05:00Z");

it("shows times in the plant's zone", () => {
  expect(formatClock(at, "Asia/Shanghai", "en-GB")).toBe("15:05");
  expect(formatClock(at, "Asia/Kathmandu", "zh-CN")).toBe("12:50");
});

it("writes Thai dates with Gregorian years [R1.13]", () => {
  const thai = "th-TH-u-ca-gregory-nu-latn";
  expect(formatDay("2026-03-29", thai)).toBe("29/03/2026");
  expect(formatDateTime(at, "Asia/Bangkok", thai)).toBe("29/03/2026 14:05");
  expect(formatMonth("2026-03", thai)).toBe("มีนาคม 2026");
});

it("writes since when with no more of the date than is needed at the plant", () => {
  const now = Date.parse("2026-03-29T16:30:00Z");
  const since = (from: string, tag = "en-GB") => formatSince(Date.parse(from), now, "Asia/Shanghai", tag);
  expect(since("2026-03-29T16:05:00Z")).toBe("00:05");
  expect(since("2026-03-29T15:55:00Z")).toBe("29/03\u{a0}23:55");
  expect(since("2026-01-02T00:00:00Z", "zh-CN")).toBe("01/02\u{a0}08:00");
  expect(since("2025-12-31T15:59:00Z", "pt-BR")).toBe("31/12/2025 23:59");
});

it("writes dates as Chinese and Brazilian readers do [R1.13]", () => {
  expect(formatDateTime(at, "Asia/Shanghai", "zh-CN")).toBe("2026/03/29 15:05");
  expect(formatDay("2026-03-29", "zh-CN")).toBe("2026/03/29");
  expect(formatDateTime(at, "America/Sao_Paulo", "pt-BR")).toBe("29/03/2026 04:05");
  expect(formatMonth("2026-03", "pt-BR")).toBe("março de 2026");
});

it("says how long ago in the greatest whole unit", () => {
  expect(formatAgo(at, at + 12_000, "en-GB")).toBe("12 sec ago");
  expect(formatAgo(at, at + 3_700_000, "en-GB")).toBe("1 hr ago");
  expect(formatAgo(at, at + 120_000, "zh-CN")).toBe("2分钟前");
  expect(formatAgo(at, at + 120_000, "pt-BR")).toBe("há 2 min.");
});

it("steps through days, months and years", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addPeriods("2026-01", -1)).toBe("2025-12");
  expect(addPeriods("2025-12", 1)).toBe("2026-01");
  expect(addPeriods("2026", -1)).toBe("2025");
});

it("knows when a zone's day starts, also around a change of clocks", () => {
  expect(new Date(dayStart("2026-03-29", "Asia/Shanghai")).toISOString()).toBe("2026-03-28T16:00:00.000Z");
  expect(new Date(dayStart("2026-03-29", "Europe/Berlin")).toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(new Date(dayStart("2026-03-30", "Europe/Berlin")).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  expect(new Date(dayStart("2026-07-01", "Asia/Kathmandu")).toISOString()).toBe("2026-06-30T18:15:00.000Z");
  // Where midnight is skipped, and where it comes twice.
  expect(new Date(dayStart("2026-09-06", "America/Santiago")).toISOString()).toBe("2026-09-06T04:00:00.000Z");
  expect(new Date(dayStart("2026-03-08", "America/Havana")).toISOString()).toBe("2026-03-08T05:00:00.000Z");
  expect(new Date(dayStart("2026-11-01", "America/Havana")).toISOString()).toBe("2026-11-01T04:00:00.000Z");
});

it.each([
  ["Asia/Shanghai", "2026-03-29", 150, "2026-03-28T18:30"],
  ["Asia/Kathmandu", "2026-03-29", 150, "2026-03-28T20:45"],
  ["Pacific/Apia", "2026-03-29", 0, "2026-03-28T11:00"],
  // The hour before, the skipped one, the hour after.
  ["Europe/Berlin", "2026-03-29", 90, "2026-03-29T00:30"],
  ["Europe/Berlin", "2026-03-29", 120, "2026-03-29T01:00"],
  ["Europe/Berlin", "2026-03-29", 150, "2026-03-29T01:30"],
  ["Europe/Berlin", "2026-03-29", 180, "2026-03-29T01:00"],
  ["America/New_York", "2026-03-08", 90, "2026-03-08T06:30"],
  ["America/New_York", "2026-03-08", 120, "2026-03-08T07:00"],
  ["America/New_York", "2026-03-08", 150, "2026-03-08T07:30"],
  ["America/New_York", "2026-03-08", 180, "2026-03-08T07:00"],
  ["America/Santiago", "2026-09-05", 1410, "2026-09-06T03:30"],
  ["America/Santiago", "2026-09-06", 30, "2026-09-06T04:30"],
  // The first of two.
  ["Europe/Berlin", "2026-10-25", 150, "2026-10-25T00:30"],
  ["Europe/Berlin", "2026-10-25", 180, "2026-10-25T02:00"],
  ["America/New_York", "2026-11-01", 90, "2026-11-01T05:30"],
  ["America/New_York", "2026-11-01", 120, "2026-11-01T07:00"],
  ["America/Santiago", "2026-04-04", 1410, "2026-04-05T02:30"],
  ["America/Santiago", "2026-04-05", 0, "2026-04-05T04:00"],
])("finds the instant of a time in %s on %s, minute %i", (zone, day, minutes, instant) => {
  expect(new Date(instantAt(day, minutes, zone)).toISOString()).toBe(`${instant}:00.000Z`);
});

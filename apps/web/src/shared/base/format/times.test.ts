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
});

import type { SafetyUnit } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Safety } from "./safety-texts.ts";
import { createUnitClock, listUnitTimes } from "./unit-times.ts";

const at = (seconds: string) => `2026-06-11T10:${seconds}.000Z`;
const safety = { operation: { kind: "shutdown" } } as Safety;
const unit = {
  sentAt: at("00:01"),
  acknowledgedAt: at("00:02"),
  provenAt: null,
  sampleAt: null,
} as SafetyUnit;

test("lists what has happened to a unit, and the last sample only while it is not proven", () => {
  expect(listUnitTimes({ ...unit, sentAt: null, acknowledgedAt: null, state: "unknown" }, safety)).toEqual(
    [],
  );
  const dark = { ...unit, state: "unknown", sampleAt: at("05:00") } as const;
  expect(listUnitTimes(dark, safety)).toEqual([
    ["sent", at("00:01")],
    ["acknowledged", at("00:02")],
    ["sample", at("05:00")],
  ]);
  const proven = { ...dark, state: "open", provenAt: at("00:06") } as const;
  expect(listUnitTimes(proven, safety).slice(2)).toEqual([["proven", at("00:06")]]);
});

test("writes times to the second in the plant's time, with the day only if it is not that of the press", () => {
  const write = createUnitClock({ acceptedAt: "2026-06-11T14:59:50Z", timeZone: "Asia/Tokyo", tag: "en-GB" });
  expect(write("2026-06-11T14:59:58.400Z")).toBe("23:59:58");
  expect(write("2026-06-11T15:00:03.000Z")).toMatch(/^12\/06\s00:00:03$/);
});

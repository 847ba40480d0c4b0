import { defaultAlarmMailSettings } from "@heliograph/contract";
import { expect, test } from "vitest";
import { dueTime, nextLocalHour } from "./due-time.ts";

const iso = (at: number) => new Date(at).toISOString();
const due = (at: string, change: object, zone = "Asia/Bangkok") =>
  iso(dueTime(Date.parse(at), { ...defaultAlarmMailSettings, ...change }, zone));

test("mails immediately, at the next full hour, or at seven in the account's morning", () => {
  const now = "2026-06-01T10:20:00.000Z";
  expect(due(now, {})).toBe(now);
  expect(due(now, { digest: "hourly" })).toBe("2026-06-01T11:00:00.000Z");
  const daily = { digest: "daily", timeZone: "Europe/Berlin" };
  expect(due(now, daily)).toBe("2026-06-02T05:00:00.000Z");
  expect(due("2026-06-01T04:59:00.000Z", daily)).toBe("2026-06-01T05:00:00.000Z");
});

test("waits for the end of quiet hours over midnight, in the plant's zone or the account's", () => {
  const quiet = { quietFrom: 22, quietTo: 6, timeZone: "Europe/Berlin" };
  expect(due("2026-06-01T15:00:00.000Z", quiet)).toBe("2026-06-01T23:00:00.000Z");
  expect(due("2026-06-01T14:59:59.000Z", quiet)).toBe("2026-06-01T14:59:59.000Z");
  expect(due("2026-06-01T23:00:00.000Z", quiet)).toBe("2026-06-01T23:00:00.000Z");
  expect(due("2026-06-01T20:00:00.000Z", { ...quiet, quietZone: "account" })).toBe(
    "2026-06-02T04:00:00.000Z",
  );
  expect(due("2026-06-01T10:00:00.000Z", { ...quiet, quietFrom: 16, quietTo: 18 })).toBe(
    "2026-06-01T11:00:00.000Z",
  );
});

test("finds a local hour on days with 23 and 25 hours, and in a zone off by half an hour", () => {
  const next = (at: string, hour: number, zone: string) => iso(nextLocalHour(Date.parse(at), hour, zone));
  expect(next("2026-03-28T22:30:00Z", 7, "Europe/Berlin")).toBe("2026-03-29T05:00:00.000Z");
  expect(next("2026-10-24T22:30:00Z", 7, "Europe/Berlin")).toBe("2026-10-25T06:00:00.000Z");
  expect(next("2026-06-01T00:00:00Z", 7, "Asia/Kolkata")).toBe("2026-06-01T01:30:00.000Z");
});

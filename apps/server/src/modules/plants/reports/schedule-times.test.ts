import { expect, test } from "vitest";
import { dueAtOf, firstDue } from "./schedule-times.ts";

const at = (text: string) => Date.parse(text);

test("a report is due an hour after its period has ended at the plant, also on days of 23 and 25 hours", () => {
  expect(dueAtOf("day", "2026-03-29", ["Europe/Berlin"])).toEqual(new Date("2026-03-29T23:00:00Z"));
  expect(dueAtOf("day", "2026-10-25", ["Europe/Berlin"])).toEqual(new Date("2026-10-26T00:00:00Z"));
  expect(dueAtOf("month", "2026-02", ["Asia/Kathmandu"])).toEqual(new Date("2026-02-28T19:15:00Z"));
  expect(dueAtOf("year", "2026", ["UTC"])).toEqual(new Date("2027-01-01T01:00:00Z"));
});

test("a report of several plants waits for the plant whose period ends last", () => {
  expect(dueAtOf("day", "2026-06-10", ["Asia/Shanghai", "America/New_York"])).toEqual(
    new Date("2026-06-11T05:00:00Z"),
  );
});

test("the first period is the one that has not ended at every plant", () => {
  const now = at("2026-06-10T20:00:00Z");
  expect(firstDue("day", now, ["UTC"])).toMatchObject({ nextPeriod: "2026-06-10" });
  // It is the eleventh in Shanghai already.
  expect(firstDue("day", now, ["Asia/Shanghai", "America/New_York"])).toEqual({
    nextPeriod: "2026-06-10",
    dueAt: new Date("2026-06-11T05:00:00Z"),
  });
  expect(firstDue("month", now, [])).toEqual({
    nextPeriod: "2026-06",
    dueAt: new Date("2026-07-01T01:00:00Z"),
  });
});

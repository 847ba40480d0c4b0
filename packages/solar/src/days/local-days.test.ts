import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./calendar.ts";
import { dayRange, monthRange, plantDayOf, plantDaysOf, splitRange, yearRange } from "./local-days.ts";
import { isKnownZone } from "./zone-clock.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["an ordinary day", "Europe/Berlin", "2026-01-15", "2026-01-14T23:00:00Z", 24],
  ["spring forward", "Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23],
  ["fall back", "Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25],
  ["spring forward in the west", "America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", 23],
  ["a zone off by 45 minutes", "Asia/Kathmandu", "2026-01-15", "2026-01-14T18:15:00Z", 24],
  ["a zone off by 30 minutes", "Asia/Kolkata", "2026-01-15", "2026-01-14T18:30:00Z", 24],
  ["a change of 30 minutes, forward", "Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z", 23.5],
  ["a change of 30 minutes, back", "Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", 24.5],
  ["a change in a zone off by 45 minutes", "Pacific/Chatham", "2026-09-27", "2026-09-26T11:15:00Z", 23],
  ["no midnight in São Paulo", "America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23],
  ["midnight passed twice in São Paulo", "America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25],
  ["no midnight in Beirut", "Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00Z", 23],
  ["no midnight in Cairo", "Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z", 23],
  ["the long day before midnight in Cairo", "Africa/Cairo", "2024-10-31", "2024-10-30T21:00:00Z", 25],
  ["midnight twice in Havana", "America/Havana", "2024-11-03", "2024-11-03T04:00:00Z", 25],
  ["a day that Samoa skipped", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0],
])("finds where a day begins and how long it is: %s", (_, zone, day, begin, hours) => {
  const { fromAt, toAt } = dayRange(day, zone);
  expect(new Date(fromAt).toISOString()).toBe(new Date(begin).toISOString());
  expect((toAt - fromAt) / HOUR_MS).toBe(hours);
});

test("names the same day as the runtime's own calendar", () => {
  const zones = [
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "America/St_Johns",
    "Africa/Cairo",
  ];
  const formats = zones.map((zone) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }));
  const end = Date.UTC(2035, 0, 1);
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2015, 0, 1), max: end }),
      fc.nat(zones.length - 1),
      (at, index) => {
        expect(plantDayOf(at, zones[index] as string)).toBe(formats[index]?.format(at));
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  ...["America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Chatham"],
  ...["Pacific/Apia", "America/Goose_Bay", "America/Nuuk", "Africa/Casablanca", "Asia/Pyongyang"],
])("leaves no gap and no overlap between days, and each instant in its day: %s", (zone) => {
  const torn: string[] = [];
  let day = "2005-01-01";
  let range = dayRange(day, zone);
  while (day < "2030-01-01") {
    const isSkipped = range.toAt === range.fromAt;
    if (!isSkipped && plantDayOf(range.fromAt, zone) !== day) torn.push(`${day} begins in another day`);
    if (!isSkipped && plantDayOf(range.toAt - 1, zone) !== day) torn.push(`${day} ends in another day`);
    day = addDays(day, 1);
    const next = dayRange(day, zone);
    if (next.fromAt !== range.toAt) torn.push(`${day} does not follow the day before`);
    range = next;
  }
  expect(torn).toEqual([]);
});

test("keeps the new day when a clock falls back over midnight", () => {
  // At 00:01 on 2010-11-07 the clock of Goose Bay went back to 23:01 of the day before.
  const { fromAt, toAt } = dayRange("2010-11-07", "America/Goose_Bay");
  expect(new Date(fromAt).toISOString()).toBe("2010-11-07T03:00:00.000Z");
  expect((toAt - fromAt) / HOUR_MS).toBe(25);
  expect(plantDayOf(fromAt + 30 * 60_000, "America/Goose_Bay")).toBe("2010-11-07");
});

test("gives months and years from the zone's midnight to its midnight", () => {
  const march = monthRange("2026-03", "Europe/Berlin");
  expect((march.toAt - march.fromAt) / HOUR_MS).toBe(31 * 24 - 1);
  expect(march.fromAt).toBe(dayRange("2026-03-01", "Europe/Berlin").fromAt);
  expect(march.toAt).toBe(dayRange("2026-03-31", "Europe/Berlin").toAt);
  const year = yearRange("2024", "Asia/Kathmandu");
  expect(new Date(year.fromAt).toISOString()).toBe("2023-12-31T18:15:00.000Z");
  expect((year.toAt - year.fromAt) / HOUR_MS).toBe(366 * 24);
});

test("knows IANA names and refuses everything else", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Etc/GMT+5"])
    expect(isKnownZone(zone)).toBe(true);
  for (const zone of ["", "Mars/Base", "+02:00", "-0500", "Europe/Berlin ", "CEST"]) {
    expect(isKnownZone(zone)).toBe(false);
  }
});

test("finds the earliest and the latest day of zones", () => {
  const noon = Date.UTC(2026, 5, 10, 12);
  const zones = ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"];
  expect(plantDaysOf(noon, zones)).toEqual({ earliest: "2026-06-10", latest: "2026-06-11" });
  expect(plantDaysOf(noon - 2 * HOUR_MS, zones)).toEqual({ earliest: "2026-06-09", latest: "2026-06-11" });
  expect(plantDaysOf(noon, [])).toEqual({ earliest: "2026-06-10", latest: "2026-06-10" });
});

test("refuses malformed days, months and years, unknown zones and instants that are none", () => {
  expect(() => dayRange("2026-02-30", "UTC")).toThrow(RangeError);
  expect(() => monthRange("2026-13", "UTC")).toThrow(RangeError);
  expect(() => yearRange("26", "UTC")).toThrow(RangeError);
  expect(() => dayRange("2026-02-20", "Mars/Base")).toThrow(RangeError);
  expect(() => plantDayOf(Number.NaN, "UTC")).toThrow(RangeError);
});

test("splits a range into pieces that lie side by side", () => {
  expect(splitRange({ fromAt: 0, toAt: 5 * HOUR_MS }, 2 * HOUR_MS)).toEqual([
    { fromAt: 0, toAt: 2 * HOUR_MS },
    { fromAt: 2 * HOUR_MS, toAt: 4 * HOUR_MS },
    { fromAt: 4 * HOUR_MS, toAt: 5 * HOUR_MS },
  ]);
});

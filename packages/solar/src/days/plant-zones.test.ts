import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, listDays } from "./calendar.ts";
import { dayRange, daysRange, monthRange, plantDayOf, yearRange } from "./local-days.ts";
import type { PlantZones } from "./plant-zones.ts";
import { findNextZoneAt, setZoneFrom, zoneAt, zoneOfDay } from "./plant-zones.ts";
import { listZoneOffsets } from "./zone-offsets.ts";

const change = (before: string, fromDay: string, after: string): PlantZones => [
  { fromDay: null, timeZone: before },
  { fromDay, timeZone: after },
];

test.each([
  [
    "ahead, the day before is shorter",
    "Europe/Berlin",
    "Asia/Tokyo",
    "2026-06-17T22:00:00Z",
    "2026-06-18T15:00:00Z",
  ],
  [
    "back, the day before is longer",
    "Europe/Berlin",
    "America/Sao_Paulo",
    "2026-06-17T22:00:00Z",
    "2026-06-19T03:00:00Z",
  ],
  [
    "over the date line, as far as clocks differ",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
    "2026-06-17T10:00:00Z",
    "2026-06-19T12:00:00Z",
  ],
])("ends the day before a change where the new zone's day begins: %s", (_, before, after, fromAt, toAt) => {
  const zones = change(before, "2026-06-19", after);
  expect(dayRange("2026-06-18", zones)).toEqual({ fromAt: Date.parse(fromAt), toAt: Date.parse(toAt) });
  expect(dayRange("2026-06-19", zones)).toEqual(dayRange("2026-06-19", after));
  expect(dayRange("2026-06-17", zones)).toEqual(dayRange("2026-06-17", before));
  expect(plantDayOf(Date.parse(toAt) - 1, zones)).toBe("2026-06-18");
  expect(plantDayOf(Date.parse(toAt), zones)).toBe("2026-06-19");
});

test("leaves no time to the day before a jump ahead by more than a day, and shortens the one before it", () => {
  const zones = change("Pacific/Pago_Pago", "2026-06-19", "Pacific/Kiritimati");
  const beginAt = Date.parse("2026-06-18T10:00:00Z");
  expect(dayRange("2026-06-18", zones)).toEqual({ fromAt: beginAt, toAt: beginAt });
  expect(dayRange("2026-06-17", zones)).toEqual({
    fromAt: Date.parse("2026-06-17T11:00:00Z"),
    toAt: beginAt,
  });
  expect(plantDayOf(beginAt - 1, zones)).toBe("2026-06-17");
});

const zoneNames = [
  ...["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Chatham"],
  ...["America/Sao_Paulo", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Pago_Pago", "Asia/Tokyo"],
];
const zonesArbitrary = fc
  .tuple(
    fc.constantFrom(...zoneNames),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(...zoneNames)), { maxLength: 5 }),
  )
  .map(([first, changes]) =>
    changes.reduce<PlantZones>(
      (zones, [day, zone]) => setZoneFrom(zones, addDays("2026-03-10", day), zone),
      first,
    ),
  );

test("loses no instant and counts none twice, whatever the changes", () => {
  fc.assert(
    fc.property(zonesArbitrary, fc.integer({ min: 0, max: 55 * 96 }), (zones, quarter) => {
      const days = listDays("2026-03-01", "2026-04-30");
      const ranges = days.map((day) => dayRange(day, zones));
      for (const [index, range] of ranges.entries()) {
        expect(range.toAt).toBeGreaterThanOrEqual(range.fromAt);
        if (index > 0) expect(range.fromAt).toBe(ranges[index - 1]?.toAt);
      }
      const at = Date.UTC(2026, 2, 3) + quarter * 900_000;
      const holding = days.filter((_, index) => {
        const { fromAt, toAt } = ranges[index] as (typeof ranges)[number];
        return at >= fromAt && at < toAt;
      });
      expect(holding).toEqual([plantDayOf(at, zones)]);
    }),
    { numRuns: 300 },
  );
});

test("gives offsets that name the same day as the ranges of the days", () => {
  fc.assert(
    fc.property(zonesArbitrary, (zones) => {
      const range = daysRange("2026-03-05", "2026-04-25", zones);
      const offsets = listZoneOffsets(range, zones);
      expect(offsets[0]?.fromAt).toBe(range.fromAt);
      for (let at = range.fromAt; at < range.toAt; at += 900_000) {
        const { offsetMs, lastDay } = offsets.findLast(({ fromAt }) => fromAt <= at) as (typeof offsets)[0];
        const day = new Date(at + offsetMs).toISOString().slice(0, 10);
        expect(lastDay !== null && day > lastDay ? lastDay : day).toBe(plantDayOf(at, zones));
      }
    }),
    { numRuns: 8 },
  );
});

test("gives months and years from the midnight of the zone that holds to that of the one that holds then", () => {
  const zones = change("Europe/Berlin", "2026-07-01", "Asia/Tokyo");
  expect(monthRange("2026-06", zones)).toEqual({
    fromAt: Date.parse("2026-05-31T22:00:00Z"),
    toAt: Date.parse("2026-06-30T15:00:00Z"),
  });
  expect(yearRange("2026", zones)).toEqual({
    fromAt: Date.parse("2025-12-31T23:00:00Z"),
    toAt: Date.parse("2026-12-31T15:00:00Z"),
  });
});

test("names the zone of a day, of an instant, and when the next one begins", () => {
  const zones = change("Europe/Berlin", "2026-06-19", "Asia/Tokyo");
  const beginAt = Date.parse("2026-06-18T15:00:00Z");
  expect(["2026-06-18", "2026-06-19"].map((day) => zoneOfDay(day, zones))).toEqual([
    "Europe/Berlin",
    "Asia/Tokyo",
  ]);
  expect([beginAt - 1, beginAt].map((at) => zoneAt(at, zones))).toEqual(["Europe/Berlin", "Asia/Tokyo"]);
  expect([beginAt - 1, beginAt].map((at) => findNextZoneAt(at, zones))).toEqual([beginAt, undefined]);
  expect([zoneOfDay("2026-06-18", "UTC"), zoneAt(0, "UTC"), findNextZoneAt(0, "UTC")]).toEqual([
    "UTC",
    "UTC",
    undefined,
  ]);
});

test("replaces all zones starting at a day, and withdraws a change with the zone before it", () => {
  const zones = setZoneFrom(change("Europe/Berlin", "2026-06-19", "Asia/Tokyo"), "2026-08-01", "Asia/Seoul");
  expect(zones).toHaveLength(3);
  expect(setZoneFrom(zones, "2026-08-01", "Asia/Tokyo")).toEqual(
    change("Europe/Berlin", "2026-06-19", "Asia/Tokyo"),
  );
  expect(setZoneFrom(zones, "2026-06-01", "Asia/Dubai")).toEqual(
    change("Europe/Berlin", "2026-06-01", "Asia/Dubai"),
  );
  expect(setZoneFrom(zones, "2026-06-19", "Europe/Berlin")).toBe("Europe/Berlin");
});

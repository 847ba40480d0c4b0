import { expect, test } from "vitest";
import { labelTimeTick, listTimeTicks } from "./time-ticks.ts";
import { WHOLE } from "./zoom.ts";

const axis = (fromAt: string, toAt: string, timeZone: string) => ({
  fromMs: Date.parse(fromAt),
  toMs: Date.parse(toAt),
  timeZone,
});
const labels = (of: ReturnType<typeof axis>, zoom = WHOLE) =>
  listTimeTicks(of, zoom).map(labelTimeTick(of, "sv"));

test("labels of several days are midnights of the plant's time zone, over a clock change too [R5.5]", () => {
  const brisbane = axis("2026-05-03T14:00:00Z", "2026-05-06T14:00:00Z", "Australia/Brisbane");
  expect(labels(brisbane).filter((label) => label.includes("-"))).toEqual([
    "2026-05-04",
    "2026-05-05",
    "2026-05-06",
    "2026-05-07",
  ]);
  const berlin = axis("2026-03-26T23:00:00Z", "2026-04-08T22:00:00Z", "Europe/Berlin");
  expect(listTimeTicks(berlin, WHOLE).map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
    "03-26T23:00",
    "03-28T23:00",
    "03-30T22:00",
    "04-01T22:00",
    "04-03T22:00",
    "04-05T22:00",
    "04-07T22:00",
  ]);
});

test("labels of a part are full hours, and the first says the day", () => {
  const kathmandu = axis("2026-05-03T18:15:00Z", "2026-05-07T18:15:00Z", "Asia/Kathmandu");
  expect(labels(kathmandu, { start: 30, end: 55 })).toEqual([
    "06:00\n2026-05-05",
    "08:00",
    "10:00",
    "12:00",
    "14:00",
    "16:00",
    "18:00",
    "20:00",
    "22:00",
    "2026-05-06",
    "02:00",
    "04:00",
  ]);
});

test("one day ends at 24:00, and an hour that the clock skips has no label", () => {
  const day = axis("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "Europe/Berlin");
  expect(labels(day).join(" ")).toBe(
    "00:00 03:00 04:00 06:00 08:00 10:00 12:00 14:00 16:00 18:00 20:00 22:00 24:00",
  );
});

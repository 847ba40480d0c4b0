import { expect, test } from "vitest";
import { searchZones } from "./time-zones.ts";

const zones = Intl.supportedValuesOf("timeZone");
const now = Date.parse("2026-11-22T12:00:00Z");
const search = (typed: string, hints: { ownZone?: string; longitude?: number } = {}) =>
  searchZones(zones, typed, { now, ownZone: "UTC", ...hints });

test("offers São Paulo before São Tomé, with accents or without", () => {
  for (const typed of ["sao", "são", "SAO", " sao_"])
    expect(search(typed).slice(0, 2)).toEqual(["America/Sao_Paulo", "Africa/Sao_Tome"]);
  expect(search("são t")).toEqual(["Africa/Sao_Tome"]);
});

test("puts a zone first that fits the plant's longitude", () => {
  expect(search("sao", { longitude: 6.6 })[0]).toBe("Africa/Sao_Tome");
  expect(search("sao", { longitude: -46.6 })[0]).toBe("America/Sao_Paulo");
});

test("puts names that begin with the text before names that contain it", () => {
  const found = search("york");
  expect(found[0]).toBe("America/New_York");
  expect(search("lon")[0]).toBe("Europe/London");
  expect(search("ber").indexOf("Europe/Berlin")).toBe(0);
  expect(search("europe/")).toContain("Europe/Rome");
});

test("of zones that match alike offers first what has the viewer's own offset", () => {
  const found = search("america/in", { ownZone: "America/Chicago" });
  const [first = ""] = found;
  expect(found.length).toBeGreaterThan(1);
  expect(first).toMatch(/Tell_City|Knox/u);
});

test("finds a zone by a city that is not in its name", () => {
  expect(search("mumbai")).toEqual(["Asia/Calcutta"]);
  expect(search("beijing")).toEqual(["Asia/Shanghai"]);
});

test("keeps all zones while nothing is typed, and none for what is no zone", () => {
  expect(search("  ")).toEqual(zones);
  expect(search("xyzzy")).toEqual([]);
});

import { expect, it } from "vitest";
import { findComingSunrise, formatStatus, isPlantAsleep } from "./status.service.ts";

/** On the equator, where the sun rises at 6:07 and is 5° high some 20 minutes later. */
const plant = { latitude: 0, longitude: 0, status: "normal", powerW: null } as const;
const at = (time: string) => Date.parse(`2026-03-20T${time}:00Z`);

it("lets a plant without power sleep at night and while the sun is low, and one with power at night only", () => {
  expect(isPlantAsleep(plant, at("05:50"))).toBe(true);
  expect(isPlantAsleep(plant, at("06:20"))).toBe(true);
  expect(isPlantAsleep(plant, at("06:40"))).toBe(false);
  expect(isPlantAsleep({ ...plant, powerW: 0 }, at("06:20"))).toBe(false);
  expect(isPlantAsleep({ ...plant, powerW: 0 }, at("05:50"))).toBe(true);
});

it("lets plants with a fault sleep, but none that does not report and none whose place is not known", () => {
  for (const status of ["warning", "alarm", "fault"] as const) {
    expect(isPlantAsleep({ ...plant, status }, at("05:50"))).toBe(true);
    expect(isPlantAsleep({ ...plant, status }, at("06:20"))).toBe(true);
    expect(isPlantAsleep({ ...plant, status }, at("06:40"))).toBe(false);
  }
  for (const status of ["offline", "waiting", "shut-down"] as const)
    expect(isPlantAsleep({ ...plant, status }, at("05:50"))).toBe(false);
  expect(isPlantAsleep({ ...plant, latitude: null, longitude: null }, at("05:50"))).toBe(false);
});

it("finds the sunrise that ends the night, before and after midnight, and none by day or in a polar night", () => {
  const sunrise = (place: { latitude: number | null; longitude: number | null }, time: string) => {
    const found = findComingSunrise(place, Date.parse(time));
    return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
  };
  // NOAA solar calculator, as in the test of the plant's sun times.
  const atlanta = { latitude: 33.75, longitude: -84.39 };
  expect(sunrise(atlanta, "2026-11-22T08:00:00Z")).toMatch(/^2026-11-22T12:1[2-6]$/);
  expect(sunrise(atlanta, "2026-11-22T23:00:00Z")).toMatch(/^2026-11-23T12:1[3-7]$/);
  expect(sunrise(atlanta, "2026-11-22T17:00:00Z")).toBeUndefined();
  expect(sunrise({ latitude: 69.65, longitude: 18.96 }, "2026-12-21T00:00:00Z")).toBeUndefined();
  expect(sunrise({ latitude: null, longitude: null }, "2026-12-21T00:00:00Z")).toBeUndefined();
});

it("names the problem of a sleeping plant, and calls a sleeping device normal", () => {
  expect(formatStatus("en", { status: "fault", isAsleep: true })).toBe("Fault (sleeping)");
  expect(formatStatus("zh-cn", { status: "normal", isAsleep: true })).toBe("正常（休眠）");
  expect(formatStatus("en", { status: "offline", isAsleep: true })).toBe("Normal (sleeping)");
  expect(formatStatus("en", { status: "offline", isAsleep: false })).toBe("Offline");
});

import { expect, it } from "vitest";
import { isPlantAsleep } from "./status.service.ts";

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

it("lets no plant with a problem sleep, and none whose place is not known", () => {
  expect(isPlantAsleep({ ...plant, status: "offline" }, at("05:50"))).toBe(false);
  expect(isPlantAsleep({ ...plant, latitude: null, longitude: null }, at("05:50"))).toBe(false);
});

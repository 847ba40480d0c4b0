import { describe, expect, it } from "vitest";
import { climateOfLatitude, createWeather } from "../../apps/simulator/src/physics/weather.ts";
import { drawPlant, OTHER_MIX } from "./random-plants.ts";
import type { Confusion } from "./score.ts";
import { countDay, scoreOf } from "./score.ts";
import { findClearDay, simulateDay } from "./simulate-day.ts";

describe("weak units of simulated plants", () => {
  it("are found on one clear day, with recall and precision of at least 0.95", () => {
    const confusion: Confusion = new Map();
    for (let seed = 1; seed <= 12; seed++) {
      const plant = drawPlant(30_000 + seed, { ...OTHER_MIX, dead: 0.03, silent: 0.03, half: 0.03 });
      const climate = climateOfLatitude(plant.site.latitude);
      const weather = createWeather({ seed, longitude: plant.site.longitude, climate });
      const dayAt = findClearDay(plant, weather, Date.UTC(2026, seed - 1, 1));
      if (dayAt !== undefined) countDay(confusion, simulateDay(plant, weather, dayAt));
    }
    for (const kind of ["dead", "half"] as const) {
      const { found, recall, precision } = scoreOf(confusion, kind);
      expect(found).toBeGreaterThan(5);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(precision).toBeGreaterThanOrEqual(0.95);
    }
  });
});

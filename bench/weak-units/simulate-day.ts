import type { UnitDay } from "@heliograph/solar";
import { energyByWindow, skyAt } from "@heliograph/solar";
import type { SiteGateway } from "../../apps/simulator/src/fleet.ts";
import { createRandom, gaussian, mixSeed } from "../../apps/simulator/src/physics/random.ts";
import { createReporter } from "../../apps/simulator/src/physics/reports.ts";
import type { RoofModule } from "../../apps/simulator/src/physics/roof.ts";
import { createRoofPhysics } from "../../apps/simulator/src/physics/roof-physics.ts";
import type { Weather } from "../../apps/simulator/src/physics/weather.ts";
import type { RandomPlant, Truth } from "./random-plants.ts";
import { isStringDown } from "./random-plants.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REPORT_MS = 900_000;

export interface SimulatedUnit extends UnitDay {
  readonly truth: Truth;
}

/** Share of the clear sky's light of a day that arrives, and how bright the clear day would be. */
export function brightnessOf({ site }: RandomPlant, weather: Weather, dayAt: number) {
  let clear = 0;
  let arrived = 0;
  for (let at = dayAt; at < dayAt + DAY_MS; at += REPORT_MS) {
    const { ghiWm2 } = skyAt(site, at);
    clear += ghiWm2;
    arrived += ghiWm2 * weather.clearSkyIndexAt(at);
  }
  return { clearShare: clear > 0 ? arrived / clear : 0, clearKwhM2: (clear * REPORT_MS) / HOUR_MS / 1000 };
}

/** First day on which at least 90 % of the clear sky's light arrives; undefined within 60 days of winter or clouds. */
export function findClearDay(plant: RandomPlant, weather: Weather, fromAt: number): number | undefined {
  for (let dayAt = fromAt; dayAt < fromAt + 60 * DAY_MS; dayAt += DAY_MS) {
    const { clearShare, clearKwhM2 } = brightnessOf(plant, weather, dayAt);
    if (clearShare >= 0.9 && clearKwhM2 >= 1.5) return dayAt;
  }
  return undefined;
}

function truthOf({ site, truths }: RandomPlant, { array, row, column, string }: RoofModule): Truth {
  const isDown = site.faults
    .filter(isStringDown)
    .some((fault) => fault.array === array.name && fault.string === string);
  const own = truths.get(`${array.name}/${row}/${column}`) ?? "healthy";
  return isDown && own !== "silent" ? "dead" : own;
}

/** A day as the server gets it: reports every 15 minutes, counters in whole Wh, energies by the hour of the longitude. */
export function simulateDay(plant: RandomPlant, weather: Weather, dayAt: number): SimulatedUnit[] {
  const { site, seed, hasRatings, noise } = plant;
  const random = createRandom(mixSeed(seed, dayAt / DAY_MS, 79));
  const gateway = site.gateways[0] as SiteGateway;
  const physics = createRoofPhysics({ site, gateway, weather, seed, beginAt: dayAt });
  const reporter = createReporter({ site, gateway, physics, seed });
  const samples = new Map<number, { at: number; counterWh: number }[]>();
  for (let at = dayAt; at <= dayAt + DAY_MS; at += REPORT_MS) {
    for (const { unit, values } of reporter.reportsAt(at).find(({ table }) => table === 1)?.rows ?? []) {
      const readings = samples.get(unit) ?? [];
      readings.push({ at, counterWh: Math.round(values.eh as number) });
      samples.set(unit, readings);
    }
  }
  return physics.roof.modules.map((module) => {
    const heard = samples.get(module.unit as number) ?? [];
    // The counter stays overnight as the evening before left it.
    const readings = heard.length > 0 ? [{ at: dayAt, counterWh: module.counterStartWh }, ...heard] : [];
    const hours = energyByWindow(readings, { windowMs: HOUR_MS });
    const startOf = (hour: number): number => dayAt + hour * HOUR_MS;
    const segments = Array.from({ length: 24 }, (_, hour) => hour);
    return {
      truth: truthOf(plant, module),
      energyWh: segments.map(
        (hour) => (hours.get(startOf(hour))?.energyWh ?? 0) * (1 + noise * gaussian(random)),
      ),
      isMeasured: segments.map((hour) =>
        heard.some(({ at }) => at > startOf(hour) && at <= startOf(hour + 1)),
      ),
      ...(hasRatings && { ratedPowerW: module.array.moduleW }),
      ...(module.array.stringDevice === "SCON" && { group: `${module.array.name}/${module.string}` }),
    };
  });
}

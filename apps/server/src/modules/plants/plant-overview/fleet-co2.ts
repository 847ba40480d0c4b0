import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { GridFactor } from "@heliograph/solar";
import { avoidedKg, findCountry, findGridFactor } from "@heliograph/solar";
import type { ZoneEnergies } from "./fleet.repository.ts";

type FleetCo2 = DataInputOf<typeof endpoints.home.co2>;

/** CO₂ that plants have avoided, by the factors of their countries; nothing is assumed for plants without one. */
export function sumCo2(zones: readonly ZoneEnergies[]): FleetCo2 {
  const factors = new Map<string, GridFactor>();
  const sums = { monthKg: 0, yearKg: 0, totalKg: 0 };
  let unknownCount = 0;
  let noCountryCount = 0;
  for (const { timeZone, plantCount, monthWh, yearWh, totalWh } of zones) {
    const factor = findGridFactor(timeZone);
    if (factor === undefined) {
      if (findCountry(timeZone) === undefined) noCountryCount += plantCount;
      else unknownCount += plantCount;
      continue;
    }
    factors.set(factor.country, factor);
    sums.monthKg += avoidedKg(monthWh, factor);
    sums.yearKg += avoidedKg(yearWh, factor);
    sums.totalKg += avoidedKg(totalWh, factor);
  }
  const known = factors.size > 0 ? sums : { monthKg: null, yearKg: null, totalKg: null };
  return { ...known, factors: [...factors.values()], unknownCount, noCountryCount };
}

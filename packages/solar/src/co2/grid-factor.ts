import { findCountry } from "../days/zone-country.ts";
import { GRID_FACTOR_SOURCE, GRID_FACTORS } from "./grid-factors.ts";

/** What a kilowatt hour of the grid emits where a plant is. */
export interface GridFactor {
  /** ISO 3166-1. */
  readonly country: string;
  /** g CO₂ equivalent per kWh. */
  readonly gramsPerKwh: number;
  readonly year: number;
  readonly source: string;
}

/** The grid's factor in the country of a time zone; undefined for a zone without country, or a country without factor. */
export function findGridFactor(timeZone: string): GridFactor | undefined {
  const country = findCountry(timeZone);
  const factor = country === undefined ? undefined : GRID_FACTORS[country];
  if (country === undefined || factor === undefined) return undefined;
  const [gramsPerKwh, year] = factor;
  return { country, gramsPerKwh, year, source: GRID_FACTOR_SOURCE };
}

/** CO₂ equivalent in kg that the grid would have emitted for an energy in Wh. */
export const avoidedKg = (energyWh: number, { gramsPerKwh }: Pick<GridFactor, "gramsPerKwh">): number =>
  (energyWh / 1000) * (gramsPerKwh / 1000);

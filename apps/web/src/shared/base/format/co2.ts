import { countDigits, formatNumber } from "./numbers.ts";

/** A mass in kg as kilograms, tonnes or kilotonnes, three digits that matter. */
export function formatMass(kg: number, tag: string): string {
  const units = ["kg", "t", "kt"];
  let [scaled, step] = [kg, 0];
  while (step < units.length - 1 && Math.abs(scaled) >= 999.5) [scaled, step] = [scaled / 1000, step + 1];
  return `${formatNumber(scaled, tag, countDigits(scaled))} ${units[step]}`;
}

/** A country's name in the user's language; its code where the browser has none. */
export const formatCountry = (country: string, tag: string): string =>
  new Intl.DisplayNames(tag, { type: "region" }).of(country) ?? country;

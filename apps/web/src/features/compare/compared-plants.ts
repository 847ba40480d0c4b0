import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { isDark } from "@heliograph/contract/is-dark";
import type { Measure } from "./measures.ts";

export type Comparison = DataOf<typeof endpoints.station.compare>;
type Row = Comparison["rows"][number];

/** A plant with the figures that plants are compared by; a figure that is not known is null. */
export type ComparedPlant = Row & Readonly<Record<Measure, number | null>>;

/** The currency of most earnings: amounts of other currencies are not compared with them. */
export function findCurrency(rows: readonly Row[]): string | undefined {
  const earned = rows.flatMap(({ earnings }) => (earnings === null ? [] : [earnings.currency]));
  const byCurrency = [...Map.groupBy(earned.toSorted(), (currency) => currency)];
  return byCurrency.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** Whether some earnings cannot be compared with the others. */
export const hasSeveralCurrencies = (rows: readonly Row[]): boolean =>
  new Set(rows.flatMap(({ earnings }) => earnings?.currency ?? [])).size > 1;

/** Earnings per kWp in the plant's own currency. */
export const earningsPerKwpOf = ({ earnings, installedCapacityKwp }: Row): number | null =>
  earnings === null ? null : Number(earnings.amount) / installedCapacityKwp;

export function toComparedPlants(rows: readonly Row[]): ComparedPlant[] {
  const currency = findCurrency(rows);
  return rows.map((row) => ({
    ...row,
    expectedShare: row.expected?.share ?? null,
    // The zero of a night says nothing of a plant.
    powerPerKwp: row.powerW === null || isDark(row) ? null : row.powerW / row.installedCapacityKwp,
    earningsPerKwp: row.earnings?.currency === currency ? earningsPerKwpOf(row) : null,
  }));
}

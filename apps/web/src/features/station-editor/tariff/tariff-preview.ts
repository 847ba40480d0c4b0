import type { DataOf, endpoints, Tariff } from "@heliograph/contract";
import { readPlainNumber } from "../../../shared/base/format/typed-numbers.ts";
import type { FormValues } from "../../../shared/form/values.ts";
import { readRows } from "../../../shared/form/values.ts";
import type { PriceChange } from "./day-prices.ts";
import { comparePrices, findOverlap, toDayPrices } from "./day-prices.ts";

type Version = DataOf<typeof endpoints.station.tariffs>["rows"][number];

export interface TariffPreview {
  /** Day from which the typed tariff is valid, and the day on which the next version takes over. */
  readonly from: string;
  readonly until: string | undefined;
  /** Another version starts on the same day and is replaced. */
  readonly isReplacing: boolean;
  readonly changes: readonly PriceChange[];
}

/** The typed tariff; undefined while it is no valid one. */
export function readTariff(values: FormValues): Tariff | undefined {
  const read = (typed: unknown): string | undefined => {
    const price = readPlainNumber(String(typed ?? ""));
    return Number.isNaN(price) ? undefined : String(price);
  };
  if (values["tariff.method"] === "fixed") {
    const price = read(values["tariff.price"]);
    return price === undefined ? undefined : { method: "fixed", price };
  }
  const rows = readRows(values["tariff.periods"]);
  const periods = rows.flatMap((row) => {
    const price = read(row.price);
    return price === undefined ? [] : [{ start: String(row.start), end: String(row.end), price }];
  });
  const isComplete =
    periods.length === rows.length && periods.length > 0 && findOverlap(periods) === undefined;
  return isComplete ? { method: "time", periods } : undefined;
}

/** What a tariff that is valid from a day changes, beside the versions the plant has. */
export function previewTariff(
  tariff: Tariff,
  from: string,
  versions: readonly Version[],
): TariffPreview | undefined {
  const inOrder = versions.toSorted((one, other) => one.validFrom.localeCompare(other.validFrom));
  // Before the first version begins, the first is in force.
  const before = inOrder.findLast(({ validFrom }) => validFrom <= from) ?? inOrder[0];
  if (before === undefined) return undefined;
  return {
    from,
    until: inOrder.find(({ validFrom }) => validFrom > from)?.validFrom,
    isReplacing: before.validFrom === from,
    changes: comparePrices(toDayPrices(before.tariff), toDayPrices(tariff)),
  };
}

import type { DataInputOf, endpoints, Language, MessageKey } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import type { Sheet } from "../../../infra/sheets/sheet.ts";
import { toFileAmount, toFileKwh } from "./file-values.service.ts";

type Earnings = DataInputOf<typeof endpoints.station.earnings>;
type Column<Key = MessageKey> = Key extends `column.earnings.${infer Name}` ? Name : never;

interface Titles {
  readonly text: (column: Column) => string;
  readonly amount: string;
  readonly energy: string;
  readonly unpriced: string;
}

function listTitles({ currency, isEstimated }: Earnings, language: Language): Titles {
  const text = (column: Column) => formatMessage(language, `column.earnings.${column}`);
  return {
    text,
    amount: `${text(isEstimated ? "amountEstimated" : "amount")} (${currency})`,
    energy: `${text("energy")} (kWh)`,
    unpriced: `${text("unpriced")} (kWh)`,
  };
}

/** A row for each tariff with energy in the range. */
const toTariffs = ({ tariffs }: Earnings, { text, amount, energy, unpriced }: Titles): Sheet => ({
  name: text("byPrice"),
  head: [text("priceFrom"), amount, energy, unpriced],
  rows: tariffs.map((tariff): CellValue[] => [
    tariff.validFrom,
    toFileAmount(tariff.amount),
    toFileKwh(tariff.energyWh),
    toFileKwh(tariff.unpricedWh),
  ]),
});

/** A row for each period of the tariffs that have prices by time of day. */
const toTimes = ({ tariffs, currency }: Earnings, { text, amount, energy }: Titles): Sheet => ({
  name: text("byTime"),
  head: [text("priceFrom"), text("start"), text("end"), `${text("price")} (${currency}/kWh)`, amount, energy],
  rows: tariffs.flatMap(({ validFrom, periods }) =>
    periods.map((period): CellValue[] => [
      validFrom,
      period.start,
      period.end,
      toFileAmount(period.price),
      toFileAmount(period.amount),
      toFileKwh(period.energyWh),
    ]),
  ),
});

/** Earnings by period: amount, energy, energy without a price; then by tariff, and by the tariffs' times of day, where there are any. */
export function toSheets(
  earnings: Earnings,
  { by, language }: { readonly by: "day" | "month" | "year"; readonly language: Language },
): Sheet[] {
  const titles = listTitles(earnings, language);
  const { text, amount, energy, unpriced } = titles;
  const periods: Sheet = {
    name: text("amount"),
    head: [text(by), amount, energy, unpriced],
    rows: earnings.bars.map((bar): CellValue[] => [
      bar.period,
      toFileAmount(bar.amount),
      // A period without any data has no energy either.
      bar.amount === null ? null : toFileKwh(bar.energyWh),
      bar.amount === null ? null : toFileKwh(bar.unpricedWh),
    ]),
  };
  const parts = [toTariffs(earnings, titles), toTimes(earnings, titles)];
  return [periods, ...parts.filter(({ rows }) => rows.length > 0)];
}

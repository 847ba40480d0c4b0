import type { Language, MessageParams } from "@heliograph/contract";
import type { NumberCell } from "../../../infra/documents/document.ts";
import { DOCUMENT_LOCALES } from "../../../infra/documents/document-locales.ts";
import { toFileAmount, toFileKwh } from "../../energy/earnings/file-values.service.ts";
import type { ReportRange } from "./report-range.ts";
import type { ReportText } from "./texts/texts.ts";
import { formatText } from "./texts/texts.ts";

const MWH = 1_000_000;
const DASH = "–";

export type ReportFormat = ReturnType<typeof createReportFormat>;

const utcDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Texts, numbers, days and amounts in the language of a report. */
export function createReportFormat(language: Language) {
  const locale = DOCUMENT_LOCALES[language];
  const number = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const dayStyle = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
    return (day: string): string => format.format(utcDay(day));
  };
  const [longDay, shortDay, month, monthName, year] = [
    dayStyle({ dateStyle: "full" }),
    dayStyle({ dateStyle: "medium" }),
    dayStyle({ month: "long", year: "numeric" }),
    dayStyle({ month: "short" }),
    dayStyle({ year: "numeric" }),
  ];

  return {
    locale,
    language,
    say: (key: ReportText, params?: MessageParams): string => formatText(language, key, params),
    number,
    day: shortDay,
    monthName: (period: string): string => monthName(`${period}-01`),
    month: (period: string): string => month(`${period}-01`),

    period: ({ kind, fromDay }: ReportRange): string => ({ day: longDay, month, year })[kind](fromDay),

    energy(energyWh: number | null): string {
      if (energyWh === null) return DASH;
      return Math.abs(energyWh) < 10 * MWH
        ? `${number(energyWh / 1000, 1)} kWh`
        : `${number(energyWh / MWH, 2)} MWh`;
    },

    power: (powerW: number | null): string => (powerW === null ? DASH : `${number(powerW / 1000, 2)} kW`),
    capacity: (kwp: number): string => `${number(kwp, 2)} kWp`,
    yield: (kwhPerKwp: number | null): string =>
      kwhPerKwp === null ? DASH : `${number(kwhPerKwp, kwhPerKwp < 100 ? 2 : 0)} kWh/kWp`,

    percent(share: number | null): string {
      if (share === null) return DASH;
      // Rounded down: 99.97 % with a gap is not all.
      const style = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
      return new Intl.NumberFormat(locale, style).format(share);
    },

    money(amount: string | null, currency: string): string {
      if (amount === null) return DASH;
      return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "code" }).format(
        Number(amount),
      );
    },

    moment: (at: number, timeZone: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at),

    energyCell: (energyWh: number | null): NumberCell => ({ value: toFileKwh(energyWh), digits: 2 }),
    cell: (value: number | null, digits: number): NumberCell => ({ value, digits }),
    amountCell: (amount: string | null): NumberCell => ({ value: toFileAmount(amount), digits: 2 }),
  };
}

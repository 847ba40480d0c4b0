import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  formatEnergy,
  formatMoney,
  formatNumber,
  formatShare,
  formatTick,
} from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Chart } from "../../../shared/ui/chart/chart.tsx";
import { createMoneyTick } from "../../../shared/ui/chart/earnings-bars.ts";
import { longLabel } from "../../../shared/ui/chart/periods.ts";
import type { DayRange } from "../../../shared/ui/form/range-picker/range.ts";
import { rangeOfPeriod } from "../../../shared/ui/form/range-picker/range.ts";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { moneyDigitsOf } from "../measures.ts";
import type { PlantLine } from "../plant-lines.ts";
import { findMax, heightOf, linesOption } from "./lines-option.ts";
import type { PeriodMeasure } from "./period-lines.ts";
import { periodsAxis, toPeriodLines } from "./period-lines.ts";

/** With more values, only some have a symbol. */
const MAX_SYMBOLS = 31;

interface PeriodChartProps {
  readonly periods: readonly string[];
  readonly title: string;
  readonly lines: readonly PlantLine[];
  readonly measure: PeriodMeasure;
  /** Of all earnings that are drawn. */
  readonly currency: string | undefined;
  readonly onRange: (range: DayRange) => void;
}

/** A figure of the plants by day or month; a click on a value shows its day or month. */
export function PeriodChart({ periods, title, lines, measure, currency, onRange }: PeriodChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const drawn = useMemo(() => toPeriodLines(lines, measure), [lines, measure]);
  const option = useMemo(
    () =>
      linesOption({
        lines: drawn,
        xAxis: (theme) => periodsAxis(theme, periods, tag),
        symbolSpacing: periods.length > MAX_SYMBOLS ? 4 : 1,
        sayPlace: (index) => longLabel(periods[index] ?? "", tag),
        noData: t("compare.noData"),
        ...wordsOf({ measure, tag, currency, max: findMax(drawn) }),
      }),
    [drawn, periods, measure, currency, tag, t],
  );
  if (drawn.length === 0)
    return <EmptyState icon="bolt" title={t("compare.chartEmpty")} text={t("compare.chartEmptyText")} />;
  return (
    <Chart
      option={option}
      label={t("compare.chartLabel", { title, count: drawn.length })}
      minHeight={heightOf(drawn)}
      onPick={(index) => {
        const range = rangeOfPeriod(periods[index] ?? "");
        if (range !== undefined) onRange(range);
      }}
    />
  );
}

interface Wording extends Pick<PeriodChartProps, "measure" | "currency"> {
  readonly tag: string;
  readonly max: number;
}

function wordsOf({ measure, tag, currency = "EUR", max: highest }: Wording) {
  if (measure === "earningsPerKwp")
    return {
      sayTick: createMoneyTick(currency, tag),
      sayValue: (value: number) => formatMoney(String(value), currency, tag, moneyDigitsOf(highest)),
    };
  if (measure === "energyWh")
    return {
      sayTick: (value: number, max: number) => formatTick(value, "Wh", tag, max || value),
      sayValue: (value: number) => formatEnergy(value, tag),
    };
  if (measure === "expectedShare")
    return {
      sayTick: (value: number) => formatShare(value / 100, tag, 0),
      sayValue: (value: number) => formatShare(value / 100, tag),
    };
  const tick = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  return {
    sayTick: (value: number) => tick.format(value),
    sayValue: (value: number) => `${formatNumber(value, tag, 2)} kWh/kWp`,
  };
}

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { DayRange } from "../../../shared/ui/form/range-picker/range.ts";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import type { ComparedPlant, Comparison } from "../compared-plants.ts";
import { findCurrency, hasSeveralCurrencies } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import { MEASURES, measureTexts } from "../measures.ts";
import type { PlantLine } from "../plant-lines.ts";
import { MAX_LINES } from "../plant-lines.ts";
import { DayChart } from "./day-chart.tsx";
import { PeriodChart } from "./period-chart.tsx";
import { drawnMeasure } from "./period-lines.ts";

interface ChartCardProps {
  readonly comparison: Comparison;
  readonly plants: readonly ComparedPlant[];
  readonly lines: readonly PlantLine[];
  /** Of the figures. */
  readonly days: Pick<DayRange, "from" | "to">;
  readonly measure: Measure;
  readonly onMeasure: (measure: Measure) => void;
  readonly onRange: (range: DayRange) => void;
  /** The figures are those of the plants or the period before. */
  readonly isStale: boolean;
}

/** The plants over the period, as lines: their power on a day, else a figure by day or month. */
export function ChartCard(props: ChartCardProps) {
  const { comparison, plants, lines, days, measure, onMeasure, onRange, isStale } = props;
  const { t } = useTranslation();
  const drawn = drawnMeasure(measure);
  const isDay = days.from === days.to;
  const isByMonth = comparison.periods[0]?.length === 7;
  const of = t(measureTexts[drawn].titleKey);
  const dayTitle = t(measure === "energyWh" ? "compare.power" : "compare.powerPerKwp");
  const title = isDay ? dayTitle : t(isByMonth ? "compare.byMonth" : "compare.byDay", { of });
  const dayUnit = measure === "energyWh" ? undefined : "W/kWp";
  const periodUnit = drawn === "specificYieldKwhPerKwp" ? measureTexts[drawn].unit : undefined;
  const currency = findCurrency(plants);
  const hasOtherCurrencies = !isDay && drawn === "earningsPerKwp" && hasSeveralCurrencies(plants);
  // A measure that no plant has is not offered, unless a link has it.
  const choices = MEASURES.filter(
    (each) => each === MEASURES[0] || each === measure || plants.some(({ [each]: value }) => value !== null),
  );
  return (
    <section className="card compare-chart" aria-label={title} aria-busy={isStale}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="note">
          <Notes
            unit={isDay ? dayUnit : periodUnit}
            currency={hasOtherCurrencies ? currency : undefined}
            {...{ plants, lines }}
            tableOnly={isOnlyRanked(measure, isDay) ? measure : undefined}
          />
        </span>
        <span className="push" />
        <Segmented
          label={t("compare.rankBy")}
          value={measure}
          options={choices.map((value) => ({ value, text: t(measureTexts[value].titleKey) }))}
          onChange={onMeasure}
        />
      </div>
      {isDay ? (
        <DayChart day={days.from} title={title} lines={lines} isPerKwp={measure !== "energyWh"} />
      ) : (
        <PeriodChart
          periods={comparison.periods}
          title={title}
          lines={lines}
          measure={drawn}
          currency={currency}
          onRange={onRange}
        />
      )}
    </section>
  );
}

/** Whether the chart shows something else than what is ranked. */
const isOnlyRanked = (measure: Measure, isDay: boolean): boolean =>
  isDay ? measure !== "powerPerKwp" && measure !== "energyWh" : measure === "powerPerKwp";

interface NotesProps extends Pick<ChartCardProps, "plants" | "lines"> {
  readonly unit: string | undefined;
  /** The only one of several that is drawn. */
  readonly currency: string | undefined;
  readonly tableOnly: Measure | undefined;
}

/** The unit of the axis, how many plants are drawn where these are not all, and a measure that is not drawn. */
function Notes({ unit, currency, plants, lines, tableOnly }: NotesProps): ReactNode {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const isCut = lines.length === MAX_LINES && plants.length > MAX_LINES;
  const count = formatNumber(MAX_LINES, tag, 0);
  const measure = tableOnly && t(measureTexts[tableOnly].titleKey);
  return [
    unit,
    ...(currency === undefined ? [] : [t("compare.oneCurrencyDrawn", { currency })]),
    ...(isCut ? [t("compare.firstLines", { count })] : []),
    ...(measure === undefined ? [] : [t("compare.tableOnly", { measure })]),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

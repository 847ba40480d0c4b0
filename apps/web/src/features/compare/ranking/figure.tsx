import { useTranslation } from "react-i18next";
import { formatMoney, formatNumber, formatShare } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Missing, Plain } from "../../../shared/ui/status/quantity.tsx";
import type { ComparedPlant } from "../compared-plants.ts";
import { earningsPerKwpOf } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import { moneyDigitsOf } from "../measures.ts";

/** Digits after the point, the same in a whole column. */
export function digitsOf(measure: Measure, max: number): number {
  if (measure === "specificYieldKwhPerKwp") return max < 99.95 ? 2 : 1;
  return measure === "energyWh" ? 1 : 0;
}

/** A value of a measure that is of several plants, such as their median. */
export function MeasureValue(props: {
  readonly measure: Measure;
  readonly value: number;
  readonly max: number;
  readonly currency: string | undefined;
}) {
  const { measure, value, max, currency } = props;
  const { tag } = useLocale();
  if (measure === "expectedShare") return <span className="quantity">{formatShare(value, tag)}</span>;
  if (measure === "earningsPerKwp") {
    const text = formatMoney(String(value), currency ?? "EUR", tag, moneyDigitsOf(max));
    return <span className="quantity">{text}</span>;
  }
  if (measure === "energyWh") return <Plain value={value / 1000} digits={1} unit="kWh" />;
  const unit = measure === "powerPerKwp" ? "W/kWp" : "kWh/kWp";
  return <Plain value={value} digits={digitsOf(measure, max)} unit={unit} />;
}

interface FigureProps {
  readonly plant: ComparedPlant;
  readonly measure: Measure;
  /** Highest value of the column. */
  readonly max: number;
}

/** A figure of a plant, in the unit of its column. */
export function Figure({ plant, measure, max }: FigureProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (measure === "earningsPerKwp") return <EarningsFigure {...{ plant, max }} />;
  const value = plant[measure];
  if (value === null) return <Missing />;
  if (measure === "energyWh") return <Plain value={value / 1000} digits={1} />;
  if (measure !== "expectedShare") return <Plain value={value} digits={digitsOf(measure, max)} />;
  const { expected } = plant;
  const days = formatNumber(expected?.dayCount ?? 0, tag, 0);
  const against = t(expected?.from === "irradiance" ? "compare.fromIrradiance" : "compare.fromClearSky");
  return (
    <span className="quantity" title={t("compare.expectedTip", { against, days })}>
      {formatShare(value, tag)}
    </span>
  );
}

/** In the plant's own currency, also where it is not the one that is ranked. */
function EarningsFigure({ plant, max }: Pick<FigureProps, "plant" | "max">) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const perKwp = earningsPerKwpOf(plant);
  if (perKwp === null || plant.earnings === null) return <Missing />;
  const { amount, currency, isEstimated } = plant.earnings;
  const sum = t("compare.earningsTip", { amount: formatMoney(amount, currency, tag) });
  return (
    <span className="quantity" title={isEstimated ? `${sum} · ${t("compare.estimated")}` : sum}>
      {formatMoney(String(perKwp), currency, tag, moneyDigitsOf(max))}
    </span>
  );
}

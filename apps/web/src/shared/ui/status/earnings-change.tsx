import { useTranslation } from "react-i18next";
import { formatDifference, formatMoney } from "../../base/format/numbers.ts";
import { formatDays } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import "./earnings-change.css";

interface DaysEarned {
  readonly fromDay: string;
  readonly toDay: string;
  /** Decimal text. */
  readonly amount: string;
}

/** The days that are over of a period, and as many of the period before. */
export interface EarningsComparison extends DaysEarned {
  readonly before: DaysEarned;
}

interface EarningsChangeProps {
  readonly comparison: EarningsComparison;
  readonly currency: string;
}

/** How much more or less was earned than in the period before. Needs the texts' part `earnings`. */
export function EarningsChange({ comparison, currency }: EarningsChangeProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { before } = comparison;
  const difference = Number(comparison.amount) - Number(before.amount);
  // A share of nothing, or of a negative amount, says nothing.
  const change =
    Number(before.amount) > 0
      ? formatDifference(difference / Number(before.amount), tag)
      : formatMoney(String(difference), currency, tag, "exceptZero");
  const sayDays = ({ fromDay, toDay, amount }: DaysEarned) =>
    `${formatDays(fromDay, toDay, tag)}: ${formatMoney(amount, currency, tag)}`;
  return (
    <span className="earnings-change" title={`${sayDays(comparison)}\n${sayDays(before)}`}>
      <b>{change}</b> {t("earnings.against", { period: formatDays(before.fromDay, before.toDay, tag) })}
    </span>
  );
}

import { useTranslation } from "react-i18next";
import { formatDays } from "../../base/format/days.ts";
import { formatDifference, formatMoney } from "../../base/format/numbers.ts";
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

/** Difference as a share of what was earned before; null where that is nothing, or negative. */
export const findChange = ({ amount, before }: EarningsComparison): number | null =>
  Number(before.amount) > 0 ? Number(amount) / Number(before.amount) - 1 : null;

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
  const share = findChange(comparison);
  const change =
    share === null
      ? new Intl.NumberFormat(tag, { style: "currency", currency, signDisplay: "exceptZero" }).format(
          difference,
        )
      : formatDifference(share, tag);
  const sayDays = ({ fromDay, toDay, amount }: DaysEarned) =>
    `${formatDays(fromDay, toDay, tag)}: ${formatMoney(amount, currency, tag)}`;
  return (
    <span className="earnings-change" title={`${sayDays(comparison)}\n${sayDays(before)}`}>
      <b>{change}</b> {t("earnings.against", { period: formatDays(before.fromDay, before.toDay, tag) })}
    </span>
  );
}

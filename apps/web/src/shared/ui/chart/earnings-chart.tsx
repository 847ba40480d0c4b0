import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { EmptyState } from "../status/empty-state.tsx";
import { Chart } from "./chart.tsx";
import type { EarningsByPeriod } from "./earnings-bars.ts";
import { earningsBarsOption } from "./earnings-bars.ts";
import type { By } from "./periods.ts";
import { findFiner } from "./periods.ts";

interface EarningsChartProps {
  readonly earnings: EarningsByPeriod;
  /** Today in the time zone of the plants. */
  readonly today: string;
  readonly minHeight: string;
  /** What is missing, where no period has data. */
  readonly emptyText: string;
  /** Shows the periods within the bar that was clicked. */
  readonly onPick: (finer: { by: By; period: string }) => void;
  /** Shows the day of the bar that was clicked. */
  readonly onDay?: (day: string) => void;
}

/** Earnings as a bar for each period. Needs the texts' part `earnings`. */
export function EarningsChart({ earnings, today, minHeight, emptyText, onPick, onDay }: EarningsChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { bars, amount, currency } = earnings;
  const hasDays = onDay !== undefined;
  const option = useMemo(
    () =>
      earningsBarsOption({
        earnings: { bars, currency },
        tag,
        today,
        hasDays,
        words: {
          amount: t("earnings.amount"),
          noData: t("earnings.noData"),
          energy: t("earnings.energy"),
          unpriced: t("earnings.unpriced"),
        },
      }),
    [bars, currency, tag, today, hasDays, t],
  );
  if (bars.every((bar) => bar.amount === null))
    return <EmptyState icon="bolt" title={t("earnings.empty")} text={emptyText} />;
  return (
    <Chart
      option={option}
      label={t("earnings.label", { amount: formatMoney(amount, currency, tag) })}
      minHeight={minHeight}
      onPick={(index) => {
        const bar = bars[index];
        const finer = findFiner(bar?.period);
        if (finer !== undefined) onPick(finer);
        else if (bar !== undefined) onDay?.(bar.period);
      }}
    />
  );
}

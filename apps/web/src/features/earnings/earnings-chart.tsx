import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { earningsBarsOption } from "../../shared/ui/chart/earnings-bars.ts";
import type { By } from "../../shared/ui/chart/periods.ts";
import { findFiner } from "../../shared/ui/chart/periods.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import type { CurrencyEarnings } from "./currency-tiles.tsx";

const HEIGHT = "26rem";

interface EarningsChartProps {
  readonly earnings: CurrencyEarnings;
  readonly today: string;
  /** A click on a bar shows the periods within it. */
  readonly onPick: (finer: { by: By; period: string }) => void;
}

/** Earnings of one currency by period. */
export function EarningsChart({ earnings, today, onPick }: EarningsChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { bars, amount, currency } = earnings;
  const option = useMemo(
    () =>
      earningsBarsOption({
        earnings: { bars, currency },
        tag,
        today,
        words: {
          amount: t("earnings.amount"),
          noData: t("earnings.noData"),
          energy: t("earnings.energy"),
          unpriced: t("earnings.unpriced"),
        },
      }),
    [bars, currency, tag, today, t],
  );
  const title = t("fleetEarnings.chart", { currency });
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      {bars.every((bar) => bar.amount === null) ? (
        <EmptyState icon="bolt" title={t("earnings.empty")} text={t("fleetEarnings.emptyText")} />
      ) : (
        <Chart
          option={option}
          label={t("earnings.label", { amount: formatMoney(amount, currency, tag) })}
          minHeight={HEIGHT}
          onPick={(index) => {
            const finer = findFiner(bars[index]?.period);
            if (finer !== undefined) onPick(finer);
          }}
        />
      )}
    </section>
  );
}

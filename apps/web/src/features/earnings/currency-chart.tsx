import { useTranslation } from "react-i18next";
import { EarningsChart } from "../../shared/ui/chart/earnings-chart.tsx";
import type { By } from "../../shared/ui/chart/periods.ts";
import type { CurrencyEarnings } from "./currency-tiles.tsx";

interface CurrencyChartProps {
  readonly earnings: CurrencyEarnings;
  readonly today: string;
  /** A click on a bar shows the periods within it. */
  readonly onPick: (finer: { by: By; period: string }) => void;
}

/** Earnings of one currency by period. */
export function CurrencyChart({ earnings, today, onPick }: CurrencyChartProps) {
  const { t } = useTranslation();
  const title = t("fleetEarnings.chart", { currency: earnings.currency });
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <EarningsChart
        earnings={earnings}
        today={today}
        minHeight="26rem"
        emptyText={t("fleetEarnings.emptyText")}
        onPick={onPick}
      />
    </section>
  );
}

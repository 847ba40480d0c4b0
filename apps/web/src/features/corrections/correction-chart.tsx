import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { correctionBarsOption } from "./correction-bars.ts";

/** As many pairs of bars as can be distinguished. */
const MAX_DAYS = 50;

/** Energies before and after the latest corrections in effect; nothing before there are two, which the list shows as well. */
export function CorrectionChart({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { data } = useQuery(
    queryOf(endpoints.correction.list, {
      ...{ stationId, state: "active", sort: "day", order: "desc" },
      pageSize: MAX_DAYS,
    }),
  );
  const days = useMemo(() => data?.rows.toReversed() ?? [], [data]);
  const option = useMemo(
    () =>
      correctionBarsOption({
        days,
        tag,
        words: {
          before: t("corrections.chart.before"),
          after: t("corrections.chart.after"),
          difference: t("corrections.column.differenceWh"),
          noData: t("corrections.chart.noData"),
        },
      }),
    [days, tag, t],
  );
  if (data === undefined || days.length < 2) return null;
  const title = t("corrections.chart.title");
  const isPart = data.total > days.length;
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {isPart && (
          <span className="note">
            {t("corrections.chart.latest", {
              figure: formatNumber(days.length, tag, 0),
              total: formatNumber(data.total, tag, 0),
            })}
          </span>
        )}
      </div>
      <p className="chart-legend correction-legend">
        <span>
          <i />
          {t("corrections.chart.before")}
        </span>
        <span>
          <i data-bar="after" />
          {t("corrections.chart.after")}
        </span>
      </p>
      <Chart option={option} label={t("corrections.chart.label", { count: days.length })} minHeight="22rem" />
    </section>
  );
}

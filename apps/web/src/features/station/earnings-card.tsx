import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { dropPath, queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { formatMoney } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { earningsBarsOption } from "../../shared/ui/chart/earnings-bars.ts";
import { findFiner } from "../../shared/ui/chart/periods.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import { ExportJobButton } from "../../shared/ui/table/export-job-button.tsx";
import type { Earnings } from "./earnings-facts.tsx";
import { EarningsFacts } from "./earnings-facts.tsx";
import type { PeriodChange, ShownPeriod } from "./period-card.tsx";
import { PeriodCard, readPeriod } from "./period-card.tsx";
import "./earnings.css";

const HEIGHT = "36rem";
const kinds = { day: ["month"], month: ["year"], year: [] } as const;

interface EarningsCardProps {
  readonly plant: StationDetail;
  readonly by: string | null;
  readonly period: string | null;
  readonly onChange: (change: PeriodChange) => void;
}

/** What the server is asked for: `2026-03` for days, `2026` for months, nothing for years. */
function toQuery(stationId: string, { by, range }: ShownPeriod<keyof typeof kinds>) {
  const period = { day: range.from.slice(0, 7), month: range.from.slice(0, 4), year: undefined }[by];
  return { stationId, by, ...(period !== undefined && { period }) };
}

/** Earnings by day of a month, month of a year, or year, with their sums, the prices behind them and the payback. */
export function EarningsCard({ plant, by, period, onChange }: EarningsCardProps) {
  const { t } = useTranslation();
  const shown = readPeriod(plant, { by, period }, kinds);
  const query = toQuery(plant.stationId, shown);
  const earnings = useQueryWithPrevious(queryOf(endpoints.station.earnings, query));
  const whole = useQuery(queryOf(endpoints.station.earnings, { stationId: plant.stationId, by: "year" }));
  const isUpdating = earnings.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.earnings.path));
  const startExport: StartExport = async ({ format, fileName }) => {
    const body = { ...query, format, fileName };
    const response = await call(endpoints.station.exportEarnings, { body }).catch(() => undefined);
    return response?.data.jobId;
  };
  function pick(picked: string | undefined): void {
    const finer = findFiner(picked);
    if (finer !== undefined) onChange(finer);
  }
  return (
    <PeriodCard
      plant={plant}
      title={t("earnings.title")}
      name="earnings"
      byLabel={t("earnings.by")}
      shown={shown}
      kinds={kinds}
      presets={["thisMonth"]}
      onChange={onChange}
      query={earnings}
      isUpdating={isUpdating}
      height={HEIGHT}
      actions={
        <ExportJobButton
          start={startExport}
          name={`${plant.name} ${t("earnings.title")}`}
          columns={[]}
          text={t("earnings.exportText")}
        />
      }
    >
      {earnings.data !== undefined && (
        <div className="earnings-body">
          <Bars earnings={earnings.data} today={plant.today} onPick={pick} />
          <EarningsFacts plant={plant} earnings={earnings.data} whole={whole.data} />
        </div>
      )}
    </PeriodCard>
  );
}

interface BarsProps {
  readonly earnings: Earnings;
  readonly today: string;
  readonly onPick: (period: string | undefined) => void;
}

function Bars({ earnings, today, onPick }: BarsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const option = useMemo(
    () =>
      earningsBarsOption({
        earnings,
        tag,
        today,
        words: {
          amount: t("earnings.amount"),
          noData: t("earnings.noData"),
          energy: t("earnings.energy"),
          unpriced: t("earnings.unpriced"),
        },
      }),
    [earnings, tag, today, t],
  );
  if (earnings.bars.every(({ amount }) => amount === null))
    return <EmptyState icon="bolt" title={t("earnings.empty")} text={t("earnings.emptyText")} />;
  const amount = formatMoney(earnings.amount, earnings.currency, tag);
  return (
    <Chart
      option={option}
      label={t("earnings.label", { amount })}
      minHeight={HEIGHT}
      onPick={(index) => onPick(earnings.bars[index]?.period)}
    />
  );
}

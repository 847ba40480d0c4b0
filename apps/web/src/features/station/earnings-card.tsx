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
import type { DayRange, RangeKind } from "../../shared/ui/form/range-picker/range.ts";
import { rangeAround, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import { ExportJobButton } from "../../shared/ui/table/export-job-button.tsx";
import type { Earnings } from "./earnings-bars.ts";
import { earningsBarsOption } from "./earnings-bars.ts";
import { EarningsFacts } from "./earnings-facts.tsx";
import type { By } from "./energy-bars.ts";
import { findFiner } from "./energy-bars.ts";
import "./earnings.css";

const HEIGHT = "22rem";
const kindsOf: Record<By, readonly RangeKind[]> = { day: ["month"], month: ["year"], year: [] };

const isSame = (one: DayRange, other: DayRange): boolean => writeRange(one) === writeRange(other);

interface EarningsCardProps {
  readonly plant: StationDetail;
  readonly by: string | null;
  readonly period: string | null;
  readonly onChange: (change: { by?: string; period?: string | undefined }) => void;
}

/** What the server is asked for: `2026-03` for days, `2026` for months, nothing for years. */
function toQuery(stationId: string, by: By, range: DayRange) {
  const period = { day: range.from.slice(0, 7), month: range.from.slice(0, 4), year: undefined }[by];
  return { stationId, by, ...(period !== undefined && { period }) };
}

/** Earnings by day of a month, month of a year, or year, with their sums, the prices behind them and the payback. */
export function EarningsCard({ plant, by: askedBy, period: askedPeriod, onChange }: EarningsCardProps) {
  const { t } = useTranslation();
  const by: By = askedBy === "month" || askedBy === "year" ? askedBy : "day";
  const bounds = { first: plant.firstDay ?? undefined, today: plant.today };
  const kinds = kindsOf[by];
  const latest = rangeAround(by === "month" ? "year" : "month", plant.today);
  const range = readRange(askedPeriod, kinds, bounds) ?? latest;
  const query = toQuery(plant.stationId, by, range);
  const earnings = useQueryWithPrevious(queryOf(endpoints.station.earnings, query));
  const whole = useQuery(queryOf(endpoints.station.earnings, { stationId: plant.stationId, by: "year" }));
  const isUpdating = earnings.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.earnings.path));
  const startExport: StartExport = async ({ format, fileName }) => {
    const body = { ...query, format, fileName };
    const response = await call(endpoints.station.exportEarnings, { body }).catch(() => undefined);
    return response?.data.jobId;
  };
  return (
    <section className="card earnings" aria-label={t("earnings.title")}>
      <div className="card-head">
        <h2>{t("earnings.title")}</h2>
        <UpdatingMark isUpdating={isUpdating} />
        <span className="push" />
        {by !== "year" && (
          <RangePicker
            {...bounds}
            label={t("earnings.title")}
            range={range}
            kinds={kinds}
            presets={by === "day" ? ["thisMonth"] : []}
            onRange={(next) => onChange({ period: isSame(next, latest) ? undefined : writeRange(next) })}
          />
        )}
        <Segmented
          label={t("earnings.by")}
          value={by}
          options={[
            { value: "day", text: t("energy.byDay") },
            { value: "month", text: t("energy.byMonth") },
            { value: "year", text: t("energy.byYear") },
          ]}
          onChange={(next) => onChange({ by: next, period: undefined })}
        />
        <ExportJobButton
          start={startExport}
          name={`${plant.name} ${t("earnings.title")}`}
          columns={[]}
          text={t("earnings.exportText")}
        />
      </div>
      {earnings.data !== undefined && (
        <div className="earnings-body">
          <Bars
            earnings={earnings.data}
            today={plant.today}
            onPick={(picked) => {
              const finer = findFiner(picked);
              if (finer !== undefined) onChange(finer);
            }}
          />
          <EarningsFacts plant={plant} earnings={earnings.data} whole={whole.data} />
        </div>
      )}
      {earnings.data === undefined && earnings.isError && (
        <FailedState error={earnings.error} onRetry={() => void earnings.refetch()} />
      )}
      {earnings.data === undefined && !earnings.isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height={HEIGHT} />
        </div>
      )}
    </section>
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

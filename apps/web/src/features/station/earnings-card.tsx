import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../shared/api/api.ts";
import { dropPath, queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { EarningsChart } from "../../shared/ui/chart/earnings-chart.tsx";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import { ExportJobButton } from "../../shared/ui/table/export-job-button.tsx";
import { addressOfPeriod, EarningPeriodsTable } from "./earning-periods-table.tsx";
import { EarningsFacts } from "./earnings-facts.tsx";
import { FigureChangesButton } from "./figure-changes-button.tsx";
import type { PeriodChange, ShownPeriod } from "./period-card.tsx";
import { PeriodCard, readPeriod } from "./period-card.tsx";
import "./earnings.css";

const HEIGHT = "32rem";
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
  const navigate = useNavigate();
  const shown = readPeriod(plant, { by, period }, kinds);
  const query = toQuery(plant.stationId, shown);
  const earnings = useQueryWithPrevious(queryOf(endpoints.station.earnings, query));
  const whole = useQuery(queryOf(endpoints.station.earnings, { stationId: plant.stationId, by: "year" }));
  const isUpdating = earnings.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.earnings.path));
  const startExport: StartExport = ({ format, fileName }) =>
    call(endpoints.station.exportEarnings, { body: { ...query, format, fileName } });
  return (
    <>
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
          <>
            <ExportJobButton
              start={startExport}
              name={`${plant.name} ${t("earnings.title")}`}
              text={t("earnings.exportText")}
            />
            <FigureChangesButton plant={plant} shown={shown} />
          </>
        }
      >
        {earnings.data !== undefined && (
          <div className="earnings-body">
            <EarningsChart
              earnings={earnings.data}
              today={plant.today}
              minHeight={HEIGHT}
              emptyText={t("earnings.emptyText")}
              onPick={onChange}
              onDay={(day) => void navigate(addressOfPeriod(plant.stationId, day))}
            />
            <EarningsFacts plant={plant} earnings={earnings.data} whole={whole.data} />
          </div>
        )}
      </PeriodCard>
      {earnings.data?.bars.some(({ amount }) => amount !== null) && (
        <EarningPeriodsTable plant={plant} by={shown.by} query={earnings} earnings={earnings.data} />
      )}
    </>
  );
}

import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../shared/api/api.ts";
import { queryOf, refreshAll } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import { ExportJobButton } from "../../shared/ui/table/export-job-button.tsx";
import { CurrencyChart } from "./currency-chart.tsx";
import { CurrencyTiles } from "./currency-tiles.tsx";
import { EarningPlants } from "./earning-plants.tsx";
import { UnpricedNote } from "./unpriced-note.tsx";
import type { EarningsPeriod } from "./use-earnings-period.ts";
import { useEarningsPeriod } from "./use-earnings-period.ts";
import "./fleet-earnings.css";

/** The server computes days again within half a minute of their energies. */
const RELOAD_MS = 30_000;

/** The plant list of those that hide their earnings. */
const hiddenPlants = { to: "/home?gap=hidden-earnings" };

type Periods = DataOf<typeof endpoints.home.earningsPeriods>;

/** Earnings of all plants by currency and period, with the plants behind them. */
export function FleetEarningsPage() {
  const { t } = useTranslation();
  const period = useEarningsPeriod();
  const earnings = useQueryWithPrevious(queryOf(endpoints.home.earningsPeriods, period.query));
  const reload = useThrottled(
    () => refreshAll([endpoints.home.earningsPeriods, endpoints.home.earningsPlants]),
    RELOAD_MS,
  );
  useLive("plants", reload);
  const { data } = earnings;
  useUpdatingReload(data?.isUpdating === true, reload);
  const title = t("frame.earnings");
  return (
    <PageBody
      title={title}
      here={title}
      text={t("fleetEarnings.intro")}
      beside={<UpdatingMark isUpdating={data?.isUpdating === true} />}
      awaited={earnings}
      {...(data !== undefined && { actions: <PeriodTools period={period} data={data} /> })}
    >
      {data !== undefined && <Currencies period={period} data={data} />}
    </PageBody>
  );
}

interface PartProps {
  readonly period: EarningsPeriod;
  readonly data: Periods;
}

function PeriodTools({ period, data }: PartProps) {
  const { t } = useTranslation();
  const bounds = { first: data.firstDay ?? undefined, today: data.today };
  const startExport: StartExport = ({ format, fileName }) =>
    call(endpoints.home.exportEarnings, { body: { ...period.query, format, fileName } });
  return (
    <>
      {period.by !== "year" && (
        <RangePicker
          {...bounds}
          label={t("frame.earnings")}
          range={period.readRange(bounds)}
          kinds={period.kinds}
          presets={period.by === "day" ? ["thisMonth"] : []}
          onRange={period.showRange}
        />
      )}
      <Segmented
        label={t("earnings.by")}
        value={period.by}
        options={[
          { value: "day", text: t("energy.byDay") },
          { value: "month", text: t("energy.byMonth") },
          { value: "year", text: t("energy.byYear") },
        ]}
        onChange={period.showBy}
      />
      <ExportJobButton start={startExport} name={t("frame.earnings")} text={t("fleetEarnings.exportText")} />
    </>
  );
}

function Currencies({ period, data }: PartProps) {
  const { t } = useTranslation();
  const { currencies, today, earningsHiddenCount } = data;
  const chosen = currencies.find(({ currency }) => currency === period.currency) ?? currencies[0];
  if (chosen === undefined)
    return (
      <section className="card">
        <EmptyState icon="bolt" title={t("fleetEarnings.none")} text={t("fleetEarnings.noneText")}>
          <Allowed to="station:add">
            <Link className="button" to="/add-power-station">
              {t("title.addStation")}
            </Link>
          </Allowed>
        </EmptyState>
        <HiddenNote count={earningsHiddenCount} link={hiddenPlants} />
      </section>
    );
  return (
    <>
      <CurrencyTiles currencies={currencies} chosen={chosen.currency} onChoose={period.showCurrency} />
      <UnpricedNote earnings={chosen} />
      <HiddenNote count={earningsHiddenCount} link={hiddenPlants} />
      <CurrencyChart earnings={chosen} today={today} onPick={period.showFiner} />
      <EarningPlants period={period} earnings={chosen} />
    </>
  );
}

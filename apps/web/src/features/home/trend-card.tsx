import { endpoints } from "virtual:endpoints";
import { MAX_COMPARED_PLANTS } from "@heliograph/contract/plant-compare-limits";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { formatEnergy, formatShare } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { toPlants } from "./plant-links.ts";
import type { Trend } from "./trend-chart.ts";
import { hasUncompared, trendOption } from "./trend-chart.ts";
import { useDayPage } from "./use-day-page.ts";

const HEIGHT = "20.4rem";
/** A day that is over, and its expected energy, appear within this time. */
const RELOAD_MS = 300_000;

/** Energy of all plants on the last 30 days that are over for each of them, beside the expected energy. */
export function TrendCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const trend = useQuery({ ...queryOf(endpoints.home.trend), refetchInterval: RELOAD_MS });
  const { data } = trend;
  return (
    <section className="card trend" aria-label={t("fleet.trend")}>
      <div className="card-head">
        <h2>{t("fleet.trend")}</h2>
        {data !== undefined && (
          <>
            <Link {...toPlants("energyMonthKwh")} className="note plain-link">
              {formatEnergy(sum(data, "energyWh"), tag)}
            </Link>
            <span className="push" />
            <LastDayButton trend={data} />
            <ExpectedNote trend={data} />
          </>
        )}
      </div>
      <div className="home-panel-body">
        {data !== undefined && <Bars trend={data} />}
        {data === undefined && trend.isError && (
          <FailedState error={trend.error} onRetry={() => void trend.refetch()} />
        )}
        {data === undefined && !trend.isError && <Skeleton width="100%" height={HEIGHT} />}
      </div>
    </section>
  );
}

const sum = ({ days }: Trend, figure: "energyWh" | "expectedWh" | "comparedWh"): number =>
  days.reduce((total, day) => total + (day[figure] ?? 0), 0);

/** What the line is, and the share of the energy in it. */
function ExpectedNote({ trend }: { readonly trend: Trend }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { expectedFrom, energyHiddenCount } = trend;
  const share = formatShare(sum(trend, "comparedWh") / sum(trend, "expectedWh"), tag);
  return (
    <div className="note trend-note">
      {expectedFrom !== "none" && (
        <Link
          {...toPlants("expectedShare")}
          className="trend-key plain-link"
          title={`${t(`fleet.expected.${expectedFrom}`)}. ${t("fleet.expectedTip")}`}
        >
          {t(`fleet.shareOf.${expectedFrom === "clear-sky" ? "clear-sky" : "mixed"}`, { share })}
        </Link>
      )}
      <HiddenNote count={energyHiddenCount} link={toPlants(undefined, { gap: "hidden-energy" })} />
    </div>
  );
}

/** The way to a day's plants without the chart; that page leads to the other days. */
function LastDayButton({ trend }: { readonly trend: Trend }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const openDay = useDayPage();
  const last = trend.days.findLast(({ energyWh }) => energyWh !== null);
  if (last === undefined) return null;
  return (
    <button type="button" className="link-button note" onClick={() => void openDay(last.day)}>
      {t(last.plantCount > MAX_COMPARED_PLANTS ? "fleet.monthByDay" : "fleet.dayByPlant", {
        day: formatDay(last.day, tag),
      })}
    </button>
  );
}

function Bars({ trend }: { readonly trend: Trend }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const openDay = useDayPage();
  const option = useMemo(
    () =>
      trendOption({
        trend,
        tag,
        words: {
          energy: t("fleet.energy"),
          expected: t(`fleet.expected.${trend.expectedFrom}`),
          share: t("fleet.share"),
          compared: t("fleet.compared"),
          uncompared: t("fleet.uncompared"),
          noData: t("fleet.noData"),
          plants: (count) => t("fleet.withData", { count }),
        },
      }),
    [trend, tag, t],
  );
  if (trend.days.every(({ energyWh }) => energyWh === null))
    return <EmptyState icon="bolt" title={t("fleet.noTrend")} text={t("fleet.noTrendText")} />;
  const energy = formatEnergy(sum(trend, "energyWh"), tag);
  return (
    <>
      <Chart
        option={option}
        label={t("fleet.trendLabel", { energy })}
        minHeight={HEIGHT}
        onPick={(index) => void openDay(trend.days[index]?.day ?? "")}
      />
      {trend.days.some(hasUncompared) && <BarKey trend={trend} />}
    </>
  );
}

/** What the shades of the bars are, where there is more than one or only the pale one. */
function BarKey({ trend }: { readonly trend: Trend }) {
  const { t } = useTranslation();
  return (
    <p className="trend-bars" title={t("fleet.expectedTip")}>
      {trend.days.some(({ comparedWh }) => comparedWh !== null && comparedWh > 0) && (
        <span>{t("fleet.compared")}</span>
      )}
      <span data-part="uncompared">{t("fleet.uncompared")}</span>
    </p>
  );
}

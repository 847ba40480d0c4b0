import { endpoints } from "virtual:endpoints";
import type { DataOf, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatCountry, formatMass } from "../../shared/base/format/co2.ts";
import { formatNumber, formatShare } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import "./performance.css";

type Performance = DataOf<typeof endpoints.station.performance>;

/** Specific yield, performance ratio or share of clear sky, and avoided CO₂ of a plant. */
export function PerformanceCard({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const performance = useQuery(queryOf(endpoints.station.performance, { stationId: plant.stationId }));
  const { data, error, isError } = performance;
  return (
    <section className="card performance" aria-label={t("performance.title")}>
      <div className="card-head">
        <h2>{t("performance.title")}</h2>
      </div>
      <SpecificYield plant={plant} />
      {data !== undefined && (
        <>
          <Ratio plant={plant} performance={data} />
          <Co2 co2={data.co2} />
        </>
      )}
      {data === undefined && isError && (
        <FailedState error={error} onRetry={() => void performance.refetch()} />
      )}
      {data === undefined && !isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height="9rem" />
        </div>
      )}
    </section>
  );
}

function SpecificYield({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { installedCapacityKwp: capacity, energyTodayKwh, energyMonthKwh, energyYearKwh } = plant;
  const figures = [
    [t("performance.today"), energyTodayKwh],
    [t("figure.energyMonth"), energyMonthKwh],
    [t("figure.energyYear"), energyYearKwh],
  ] as const;
  return (
    <div className="performance-group">
      <h3>{t("performance.yield")}</h3>
      <dl className="performance-yields">
        {figures.map(([name, kwh]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {plant.firstDay === null || kwh === null ? (
                <Missing />
              ) : (
                <Plain value={kwh / capacity} digits={2} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface RatioProps {
  readonly plant: StationDetail;
  readonly performance: Performance;
}

function Ratio({ plant, performance: { ratio, clearSky, fromDay, toDay } }: RatioProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const days = t("performance.days", { from: formatDay(fromDay, tag), to: formatDay(toDay, tag) });
  const used = ratio ?? clearSky;
  const name = ratio === null && clearSky !== null ? "performance.clearSky" : "performance.ratio";
  return (
    <div className="performance-group">
      <h3>{ratio === null ? t(name) : `${t(name)} · ${plant.side}`}</h3>
      <p className="performance-figure">{used === null ? <Missing /> : formatShare(used.value, tag)}</p>
      {ratio !== null && (
        <p className="hint" title={days}>
          {t("performance.ratioText", {
            count: ratio.dayCount,
            irradiation: formatNumber(ratio.irradiationWhM2 / 1000, tag, 1),
          })}
        </p>
      )}
      {ratio === null && clearSky !== null && (
        <p className="hint" title={days}>
          {t("performance.clearSkyText", { count: clearSky.dayCount })}
        </p>
      )}
      {used === null && <p className="hint">{t("performance.noRatio")}</p>}
    </div>
  );
}

function Co2({ co2 }: { readonly co2: Performance["co2"] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return (
    <div className="performance-group">
      <h3>{t("performance.co2")}</h3>
      <p className="performance-figure">{co2 === null ? <Missing /> : formatMass(co2.totalKg, tag)}</p>
      {co2 === null ? (
        <p className="hint">{t("performance.noFactor")}</p>
      ) : (
        <>
          <p className="hint">
            {t("performance.co2Periods", {
              month: formatMass(co2.monthKg, tag),
              year: formatMass(co2.yearKg, tag),
            })}
          </p>
          <p className="hint">
            {t("performance.factor", {
              country: formatCountry(co2.country, tag),
              year: co2.year,
              grams: formatNumber(co2.gramsPerKwh, tag, 0),
              source: co2.source,
            })}
          </p>
        </>
      )}
    </div>
  );
}

import type { StationDetail } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { isValueStale } from "@heliograph/contract/report-age";
import { useTranslation } from "react-i18next";
import { findComingSunrise } from "../../shared/base/coming-sunrise.ts";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import { CoverageLine } from "./coverage-line.tsx";
import { DayFacts } from "./day-facts.tsx";
import { NightNow } from "./night-now.tsx";
import { PowerArc } from "./power-arc.tsx";

/** Current power relative to the plant's capacity, and its energy. */
export function NowCard({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const live = useLivePlant(plant.stationId);
  const powerW = live === undefined ? plant.powerW : live.powerW;
  const isAsleep = live?.isAsleep ?? plant.isAsleep;
  const updatedAt = live?.updatedAt ?? plant.updatedAt;
  const isOffline = (live?.status ?? plant.status) === "offline";
  const isStale = isOffline || updatedAt === null || isValueStale(updatedAt, plant.reportIntervalS, now);
  const todayWh = live?.energyTodayWh ?? (plant.energyTodayKwh ?? 0) * 1000;
  const sunriseAt = isOffline || (powerW ?? 0) > 0 ? undefined : findComingSunrise(plant.sun, now);
  const isNew = isWithoutReports({ ...plant, updatedAt });
  const share = (getEfficiencyPct(powerW, plant.installedCapacityKwp) ?? 0) / 100;
  const caption = (): string => {
    if (powerW === null) return t(isAsleep ? "station.lowLight" : "station.noPower");
    return t("station.shareOfCapacity", { share: formatShare(share, tag) });
  };
  return (
    <section className="card now" aria-label={t("figure.powerNow")}>
      <div className="card-head">
        <h2>{t("figure.powerNow")}</h2>
        <span className="note push">
          {t(`level.${plant.meteringLevel}`)} · {plant.side}
        </span>
      </div>
      {sunriseAt !== undefined ? (
        <NightNow sunriseAt={sunriseAt} timeZone={plant.timeZone} />
      ) : (
        <div className="now-arc">
          <PowerArc share={share} isStale={isStale} />
          <p className="now-power" aria-live="off">
            <Scaled value={powerW} unit="W" isStale={isStale && powerW !== null} />
          </p>
          <p className="now-share">{caption()}</p>
        </div>
      )}
      <DayFacts plant={plant} />
      {plant.coverageToday !== null && (
        <dl className="now-energies">
          <div className="now-today">
            <dt className="now-marked">
              {t("figure.energyToday")}
              <UpdatingMark isUpdating={plant.isUpdating} />
            </dt>
            <dd>
              <Scaled value={isNew ? null : todayWh} unit="Wh" />
            </dd>
            <CoverageLine energyWh={todayWh} coverage={plant.coverageToday} hasReports={!isStale} />
          </div>
          <Energy
            label={t("figure.energyMonth")}
            kwh={isNew ? null : plant.energyMonthKwh}
            isUpdating={plant.isUpdating}
          />
          <Energy
            label={t("figure.energyYear")}
            kwh={isNew ? null : plant.energyYearKwh}
            isUpdating={plant.isUpdating}
          />
          <Energy
            label={t("figure.energyTotal")}
            kwh={isNew ? null : plant.energyTotalKwh}
            isUpdating={plant.isUpdating}
          />
        </dl>
      )}
    </section>
  );
}

interface EnergyProps {
  readonly label: string;
  readonly kwh: number | null;
  readonly isUpdating: boolean;
}

function Energy({ label, kwh, isUpdating }: EnergyProps) {
  return (
    <div>
      <dt className="now-marked">
        {label}
        <UpdatingMark isUpdating={isUpdating} isCompact />
      </dt>
      <dd>
        <Scaled value={kwh === null ? null : kwh * 1000} unit="Wh" />
      </dd>
    </div>
  );
}

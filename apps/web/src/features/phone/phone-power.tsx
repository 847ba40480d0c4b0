import type { StationDetail } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { isValueStale } from "@heliograph/contract/report-age";
import { useTranslation } from "react-i18next";
import { findComingSunrise } from "../../shared/base/coming-sunrise.ts";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Plain, Scaled } from "../../shared/ui/status/quantity.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";

/** Power now relative to the plant's capacity, or why there is none, and the energies. */
export function PhonePower({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const live = useLivePlant(plant.stationId);
  const showsEnergy = !plant.hiddenParts.includes("energy");
  const kwhOf = (kwh: number | null) => (kwh === null ? null : kwh * 1000);
  const todayWh = live?.energyTodayWh ?? kwhOf(plant.energyTodayKwh);
  const energies = [
    ["today", todayWh],
    ["month", kwhOf(plant.energyMonthKwh)],
    ["year", kwhOf(plant.energyYearKwh)],
    ["total", kwhOf(plant.energyTotalKwh)],
  ] as const;
  return (
    <section className="card phone-card phone-now" aria-label={t("phone.power")}>
      <PowerNow plant={plant} />
      {showsEnergy && (
        <dl>
          {energies.map(([name, energyWh]) => (
            <div key={name}>
              <dt>
                {t(name === "today" ? "phone.today" : `phonePlant.${name}`)}{" "}
                <UpdatingMark isUpdating={plant.isUpdating} isCompact />
              </dt>
              <dd>
                <Scaled value={energyWh} unit="Wh" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function PowerNow({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const live = useLivePlant(plant.stationId);
  const { powerW, updatedAt, status, isAsleep } = live ?? plant;
  const isOffline = status === "offline";
  const isStale = isOffline || updatedAt === null || isValueStale(updatedAt, plant.reportIntervalS, now);
  const isProducing = (powerW ?? 0) > 0;
  const sunriseAt = isOffline || isProducing ? undefined : findComingSunrise(plant.sun, now);
  // Without a place on the map the sun is not known; by day, units sleep while the light is low.
  const isNight = !isProducing && (sunriseAt !== undefined || (isAsleep && plant.sun === null));
  const isLowLight = !isNight && !isOffline && isAsleep && powerW === null;
  const share = (getEfficiencyPct(powerW, plant.installedCapacityKwp) ?? 0) / 100;
  const night =
    sunriseAt === undefined
      ? t("phone.night")
      : t("phonePlant.nightUntil", { time: formatClock(sunriseAt, plant.timeZone, tag) });
  if (isNight || isLowLight)
    return (
      <p className="phone-night">
        <Icon name="moon" />
        {isNight ? night : t("phonePlant.lowLight")}
      </p>
    );
  return (
    <>
      <p className="phone-power-now">
        <span className="phone-caption">{t("phone.power")}</span>
        <Scaled value={powerW} unit="W" isStale={isStale && powerW !== null} />
      </p>
      <p className="phone-caption">
        {powerW === null ? (
          t("phonePlant.noPower")
        ) : (
          <>
            {formatShare(share, tag, 0)} · <Plain value={plant.installedCapacityKwp} digits={2} unit="kWp" />
          </>
        )}
      </p>
      <span className="plant-card-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
    </>
  );
}

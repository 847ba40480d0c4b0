import type { StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import type { Curve } from "./day-curve.ts";
import type { WeatherValue } from "./weather-chart.ts";
import { listMeasured, weatherOption } from "./weather-chart.ts";

const HEIGHT = "16rem";

export interface WeatherPartProps {
  readonly plant: Pick<StationDetail, "timeZone">;
  readonly curve: Curve;
}

/** Irradiance and air temperature of a day, as far as they were measured. */
export function WeatherPart({ plant: { timeZone }, curve }: WeatherPartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const option = useMemo(
    () =>
      weatherOption({
        curve,
        timeZone,
        tag,
        words: { irradianceWm2: t("weather.irradiance"), ambientC: t("weather.temperature") },
      }),
    [curve, timeZone, tag, t],
  );
  const highest = (value: WeatherValue): number =>
    Math.max(...curve.weather.flatMap((point) => point[value] ?? []));
  const measured = listMeasured(curve.weather);
  const day = formatDay(curve.day, tag);
  return (
    <>
      <p className="legend">
        {measured.includes("irradianceWm2") && (
          <span>
            <i data-line="irradiance" />
            <span>{t("weather.irradiance")}</span>
            <b>{t("weather.highest", { value: `${formatNumber(highest("irradianceWm2"), tag, 0)} W/m²` })}</b>
          </span>
        )}
        {measured.includes("ambientC") && (
          <span>
            <i data-line="temperature" />
            <span>{t("weather.temperature")}</span>
            <b>{t("weather.highest", { value: `${formatNumber(highest("ambientC"), tag, 1)} °C` })}</b>
          </span>
        )}
      </p>
      <Chart option={option} label={t("weather.label", { day })} minHeight={HEIGHT} />
    </>
  );
}

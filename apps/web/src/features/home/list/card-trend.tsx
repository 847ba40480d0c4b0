import { useTranslation } from "react-i18next";
import { formatEnergy } from "../../../shared/base/format/numbers.ts";
import { formatDay } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Missing, Scaled } from "../../../shared/ui/status/quantity.tsx";
import type { CardTrend as Days } from "./use-card-trends.ts";

/** Of the drawing, which is as wide as its card. */
const HEIGHT = 30;
const PITCH = 10;
const WIDTH = 7;
/** A day with hardly any energy differs from one without data. */
const MIN_HEIGHT = 1;

/** Energy of a plant by day relative to its best day; a day without data has no bar. */
export function CardTrend({ days }: { readonly days: Days | undefined }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const energies = days?.flatMap(({ energyWh }) => energyWh ?? []) ?? [];
  const max = Math.max(1, ...energies);
  return (
    <div className="card-trend">
      <p>
        {t("fleet.trend")}
        {energies.length === 0 ? (
          <Missing />
        ) : (
          <Scaled value={energies.reduce((sum, energyWh) => sum + energyWh, 0)} unit="Wh" />
        )}
      </p>
      <svg
        viewBox={`0 0 ${(days?.length ?? 1) * PITCH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days?.map(({ day, energyWh }, index) => {
          const height = energyWh === null ? 0 : Math.max(MIN_HEIGHT, (energyWh / max) * HEIGHT);
          return (
            <g key={day}>
              <title>{`${formatDay(day, tag)} · ${energyWh === null ? t("fleet.noData") : formatEnergy(energyWh, tag)}`}</title>
              <rect className="card-trend-day" x={index * PITCH} width={PITCH} height={HEIGHT} />
              <rect x={index * PITCH} y={HEIGHT - height} width={WIDTH} height={height} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

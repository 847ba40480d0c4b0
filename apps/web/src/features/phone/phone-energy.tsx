import { endpoints } from "virtual:endpoints";
import type { DataOf, StationDetail } from "@heliograph/contract";
import type { PointerEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatEnergy } from "../../shared/base/format/numbers.ts";
import { formatDay, formatMonth, formatShortDay, formatShortMonth } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import type { By } from "./energy-shape.ts";
import { findPeriod, stepPeriod, summarizeBars } from "./energy-shape.ts";
import { forMouse } from "./for-mouse.ts";
import { PeriodStepper } from "./period-stepper.tsx";
import { usePlantData } from "./use-plant-data.ts";
import "./phone-energy.css";

interface PhoneEnergyProps {
  readonly plant: StationDetail;
  /** Changes when the plant has reported. */
  readonly version: number;
}

/** Energy by day of a month, month of a year, or year. */
export function PhoneEnergy({ plant, version }: PhoneEnergyProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [by, setBy] = useState<By>("day");
  const [chosen, setChosen] = useState<string>();
  const { stationId, today } = plant;
  const period = findPeriod(by, today, chosen);
  const query = { stationId, by, ...(period !== undefined && { period }) };
  const { known, retry } = usePlantData(endpoints.station.energy, query, version);
  const stepTo = (count: number) => {
    const next = period === undefined ? undefined : stepPeriod(period, count, plant);
    return next === undefined ? undefined : () => setChosen(next);
  };
  return (
    <section className="card phone-card" aria-labelledby="phone-energy">
      <h2 id="phone-energy">{t("phonePlant.energy")}</h2>
      <Segmented
        label={t("phonePlant.energyBy")}
        value={by}
        options={[
          { value: "day", text: t("phonePlant.byDay") },
          { value: "month", text: t("phonePlant.byMonth") },
          { value: "year", text: t("phonePlant.byYear") },
        ]}
        onChange={(next) => {
          setBy(next);
          setChosen(undefined);
        }}
      />
      {period !== undefined && (
        <PeriodStepper name={formatPeriod(period, tag)} onPrevious={stepTo(-1)} onNext={stepTo(1)} />
      )}
      {known.state === "loading" && <Skeleton width="100%" height="18rem" />}
      {known.state === "failed" && <FailedState error={known.error} onRetry={retry} />}
      {known.state === "ready" && <Bars key={`${by} ${period}`} energy={known.data} today={today} />}
    </section>
  );
}

interface BarsProps {
  readonly energy: DataOf<typeof endpoints.station.energy>;
  readonly today: string;
}

function Bars({ energy, today }: BarsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [touched, setTouched] = useState<number>();
  const { bars, totalWh } = energy;
  const shares = summarizeBars(bars);
  const maxWh = Math.max(0, ...bars.map(({ energyWh }) => energyWh ?? 0));
  const bar = touched === undefined ? undefined : bars[touched];
  // Few bars do not fill the width.
  const touch = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const index = [...currentTarget.children].findIndex(
      (child) => clientX <= child.getBoundingClientRect().right,
    );
    setTouched(index === -1 ? bars.length - 1 : index);
  };
  const describe = ({ period, energyWh }: (typeof bars)[number]): string =>
    `${formatPeriod(period, tag)} · ${energyWh === null ? t("phonePlant.gap") : formatEnergy(energyWh, tag)}`;
  return (
    <>
      <p className="phone-curve-facts phone-bars-facts">
        <span>{bar === undefined ? formatEnergy(totalWh, tag) : describe(bar)}</span>
        {maxWh > 0 && (
          <small aria-hidden="true">{t("phonePlant.maxEnergy", { energy: formatEnergy(maxWh, tag) })}</small>
        )}
      </p>
      <div
        className="phone-bars"
        role="img"
        aria-label={t("phonePlant.energyLabel", { energy: formatEnergy(totalWh, tag) })}
        onPointerDown={touch}
        onPointerMove={touch}
        onPointerLeave={forMouse(() => setTouched(undefined))}
      >
        {bars.map(({ period }, index) => (
          <span
            key={period}
            data-gap={shares[index] === null}
            data-touched={index === touched}
            data-now={today.startsWith(period)}
          >
            <i style={{ height: `${(shares[index] ?? 0) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className="phone-curve-hours" aria-hidden="true">
        <span>{bars[0] === undefined ? "" : formatTick(bars[0].period, tag)}</span>
        <span>{bars.length < 2 ? "" : formatTick(bars.at(-1)?.period ?? "", tag)}</span>
      </p>
    </>
  );
}

function formatPeriod(period: string, tag: string): string {
  if (period.length === 10) return formatDay(period, tag);
  return period.length === 7 ? formatMonth(period, tag) : period;
}

/** In the words of an axis: the year or month is named above it. */
function formatTick(period: string, tag: string): string {
  if (period.length === 10) return formatShortDay(period, tag);
  return period.length === 7 ? formatShortMonth(period, tag) : period;
}

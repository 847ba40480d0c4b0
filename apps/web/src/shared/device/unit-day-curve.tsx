import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../api/queries.ts";
import { useQueryWithPrevious } from "../api/use-query-with-previous.ts";
import { formatNumber } from "../base/format/numbers.ts";
import { addDays, dayStart, formatClock, formatDay } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { Chart } from "../ui/chart/chart.tsx";
import { rangeAround } from "../ui/form/range-picker/range.ts";
import { RangePicker } from "../ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../ui/form/segmented.tsx";
import { EmptyState, FailedState, Skeleton } from "../ui/status/empty-state.tsx";
import { useServerNow } from "../ui/status/time-ago.tsx";
import type { Measure, UnitSample } from "./unit-curve-option.ts";
import { findMeasured, findPeak, MEASURES, unitCurveOption } from "./unit-curve-option.ts";
import "./unit-day-curve.css";

const HEIGHT = "24rem";
const kinds = ["day"] as const;

type Unit = Pick<Device, "deviceId" | "timeZone" | "reportIntervalS">;

interface UnitDayCurveProps {
  readonly device: Unit;
}

/** Measured values of a device over one of its plant's days, today first. Needs the texts' part `unit-curve`. */
export function UnitDayCurve({ device }: UnitDayCurveProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { timeZone } = device;
  const today = new Date(useServerNow()).toLocaleDateString("sv", { timeZone });
  const [asked, setAsked] = useState<string>();
  const day = asked ?? today;
  const title = day === today ? t("unitCurve.title") : `${t("unitCurve.title")} · ${formatDay(day, tag)}`;
  return (
    <section className="card unit-curve" aria-label={t("unitCurve.title")}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="push" />
        <RangePicker
          first={undefined}
          today={today}
          label={t("unitCurve.day")}
          range={rangeAround("day", day)}
          kinds={kinds}
          presets={["today", "yesterday"]}
          onRange={({ from }) => setAsked(from === today ? undefined : from)}
        />
      </div>
      <Day key={device.deviceId} device={device} day={day} />
    </section>
  );
}

function Day({ device, day }: UnitDayCurveProps & { readonly day: string }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Measure>("power");
  const fromAt = dayStart(day, device.timeZone);
  const toAt = dayStart(addDays(day, 1), device.timeZone);
  const data = useQueryWithPrevious(
    queryOf(endpoints.device.data, {
      deviceId: device.deviceId,
      fromAt: new Date(fromAt).toISOString(),
      toAt: new Date(toAt).toISOString(),
    }),
  );
  if (data.data === undefined)
    return data.isError ? (
      <FailedState error={data.error} onRetry={() => void data.refetch()} />
    ) : (
      <div className="chart-wait">
        <Skeleton width="100%" height={HEIGHT} />
      </div>
    );
  const { rows } = data.data;
  const measured = findMeasured(rows);
  const measure = measured.includes(chosen) ? chosen : measured[0];
  if (measure === undefined)
    return <EmptyState icon="bolt" title={t("unitCurve.none")} text={t("unitCurve.noneText")} />;
  return (
    <>
      <div className="unit-curve-tools">
        <Peak device={device} samples={rows} measure={measure} />
        {measured.length > 1 && (
          <Segmented
            label={t("unitCurve.measure")}
            value={measure}
            options={measured.map((value) => ({ value, text: t(`unitCurve.${value}`) }))}
            onChange={setChosen}
          />
        )}
      </div>
      <Curve device={device} samples={rows} measure={measure} fromAt={fromAt} toAt={toAt} />
    </>
  );
}

interface PeakProps {
  readonly device: Unit;
  readonly samples: readonly UnitSample[];
  readonly measure: Measure;
}

/** The highest value in words, which a chart cannot be read for. */
function Peak({ device, samples, measure }: PeakProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const peak = findPeak(samples, measure);
  const value = peak?.[MEASURES[measure].fields[0]];
  if (peak === undefined || value === null || value === undefined) return <span />;
  return (
    <span className="note">
      {t("unitCurve.peak", {
        value: `${formatNumber(value, tag, 1)} ${MEASURES[measure].unit}`,
        time: formatClock(Date.parse(peak.at), device.timeZone, tag),
      })}
    </span>
  );
}

interface CurveProps extends PeakProps {
  readonly fromAt: number;
  readonly toAt: number;
}

function Curve({ device, samples, measure, fromAt, toAt }: CurveProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { timeZone, reportIntervalS } = device;
  const lineNames = useMemo(
    () =>
      MEASURES[measure].fields.length === 1
        ? [t(`unitCurve.${measure}`)]
        : [t("unitCurve.input"), t("unitCurve.output")],
    [measure, t],
  );
  const option = useMemo(
    () =>
      unitCurveOption({ samples, measure, names: lineNames, fromAt, toAt, reportIntervalS, timeZone, tag }),
    [samples, measure, lineNames, fromAt, toAt, reportIntervalS, timeZone, tag],
  );
  return (
    <>
      {lineNames.length > 1 && (
        <p className="unit-curve-legend">
          {lineNames.map((name, index) => (
            <span key={name}>
              <i data-line={index} />
              {name}
            </span>
          ))}
        </p>
      )}
      <Chart option={option} label={t("unitCurve.title")} minHeight={HEIGHT} />
    </>
  );
}

import type { Device, DeviceSeries } from "@heliograph/contract";
import type { ReactNode } from "react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { lineColor } from "./line-color.ts";
import { chartHeightRem, seriesOption } from "./series-option.ts";
import type { Zoom } from "./zoom.ts";
import { canZoomIn, isWhole, WHOLE, zoomBy } from "./zoom.ts";

// Zooming is a part of the chart library that only this page uses.
const ZoomedChart = lazyPart(async () => {
  const [module] = await Promise.all([import("../../shared/ui/chart/chart.tsx"), import("./chart-zoom.ts")]);
  return module.Chart;
});

export interface ShownSeries {
  readonly data: DeviceSeries;
  /** Parameters in the order of the values. */
  readonly fields: readonly string[];
  readonly devices: readonly Device[];
  readonly query: { readonly fromAt: string; readonly toAt: string };
  /** The page's own device, in whose plant's time all is shown. */
  readonly device: Device;
}

/** A line for each device, below each other by parameter; all are zoomed together. */
export function SeriesCard({ tools, ...shown }: ShownSeries & { readonly tools: ReactNode }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const { data, fields, devices, query, device } = shown;
  const option = useMemo(
    () =>
      seriesOption({
        data,
        fields: fields.map((field) => ({ field, text: t(`unit.${field as "powerW"}`) })),
        names: new Map(devices.map((each) => [each.deviceId, nameOf(each)])),
        fromAt: query.fromAt,
        toAt: query.toAt,
        timeZone: device.timeZone,
        reportIntervalS: device.reportIntervalS,
        tag,
        noValueText: t("deviceData.noValue"),
        zoom,
      }),
    [data, fields, devices, query, device.timeZone, device.reportIntervalS, tag, zoom, t],
  );
  const height = `${chartHeightRem(fields.length)}rem`;
  return (
    <section className="card" aria-label={t("deviceData.chart")}>
      <div className="card-head">
        <h2>{t("deviceData.chart")}</h2>
        <span className="note">{t("deviceData.stepNote", { minutes: data.stepS / 60 })}</span>
        <span className="push" />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
        {tools}
      </div>
      {data.series.length > 1 && <LineLegend data={data} devices={devices} />}
      <Suspense fallback={<Skeleton width="100%" height={height} />}>
        <ZoomedChart
          option={option}
          minHeight={height}
          onZoom={setZoom}
          label={t("deviceData.chartOf", {
            devices: devices.map(nameOf).join(", "),
            fields: fields.map((field) => t(`unit.${field as "powerW"}`)).join(", "),
          })}
        />
      </Suspense>
    </section>
  );
}

function LineLegend({ data: { series }, devices }: Pick<ShownSeries, "data" | "devices">) {
  const { t } = useTranslation();
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  return (
    <ul className="series-legend" aria-label={t("deviceData.lines")}>
      {series.map(({ deviceId }, position) => {
        const device = byId.get(deviceId);
        return (
          <li key={deviceId}>
            <i style={{ background: lineColor(position, series.length, "var(--amber)") }} />
            {device === undefined ? t("deviceData.loadingDevice") : nameOf(device)}
          </li>
        );
      })}
    </ul>
  );
}

function ZoomButtons({ zoom, onZoom }: { readonly zoom: Zoom; readonly onZoom: (zoom: Zoom) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        icon="plus"
        label={t("deviceData.zoomIn")}
        disabled={!canZoomIn(zoom)}
        onClick={() => onZoom(zoomBy(zoom, 0.5))}
      />
      {!isWhole(zoom) && (
        <>
          <IconButton
            icon="left"
            label={t("deviceData.earlier")}
            disabled={zoom.start <= 0}
            onClick={() => onZoom(zoomBy(zoom, 1, -0.5))}
          />
          <button
            type="button"
            className="button"
            data-shape="square"
            aria-label={t("deviceData.later")}
            title={t("deviceData.later")}
            disabled={zoom.end >= 100}
            onClick={() => onZoom(zoomBy(zoom, 1, 0.5))}
          >
            <Icon name="right" />
          </button>
          <button type="button" className="button" onClick={() => onZoom(WHOLE)}>
            {t("deviceData.zoomOut")}
          </button>
        </>
      )}
    </>
  );
}

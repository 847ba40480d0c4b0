import { measuredValues } from "virtual:measured-values";
import type { DeviceSeries } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { unitText } from "../../shared/base/format/unit-text.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { axisLabelStyle, tooltipStyle, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";
import type { LinePoint } from "../../shared/ui/chart/report-line.ts";
import { lineColor } from "./line-color.ts";
import { toPoints } from "./series-rows.ts";
import { labelTimeTick, listTimeTicks } from "./time-ticks.ts";
import type { Zoom } from "./zoom.ts";

const GRID_REM = 20;
const GAP_REM = 5;
/** Two lines of labels, and the slider below them. */
const ZOOM_REM = 9;
const TOP_REM = 4;

/** Height of a chart with so many parameters below each other. */
export const chartHeightRem = (fields: number): number =>
  TOP_REM + fields * GRID_REM + (fields - 1) * GAP_REM + ZOOM_REM;

interface SeriesOptionInput {
  readonly data: DeviceSeries;
  readonly fields: readonly { readonly field: string; readonly text: string }[];
  readonly names: ReadonlyMap<string, string>;
  readonly fromAt: string;
  readonly toAt: string;
  readonly timeZone: string;
  readonly reportIntervalS: number;
  readonly tag: string;
  /** Where no line has a value. */
  readonly noValueText: string;
  readonly zoom: Zoom;
}

/** A grid for each parameter below the others, with one time axis that is zoomed for all. */
export function seriesOption(input: SeriesOptionInput): (theme: ChartTheme) => EChartsCoreOption {
  const { data, fields, names, timeZone, tag, zoom } = input;
  const fromMs = Date.parse(input.fromAt);
  const toMs = Date.parse(input.toAt);
  const stepMs = data.stepS * 1_000;
  const times = { fromMs, stepMs, intervalMs: input.reportIntervalS * 1_000 };
  const indexes = fields.map((_, index) => index);
  const known = fields.map(({ field }) => measuredValues.find((value) => value.field === field));
  const sayValue = (index: number, value: number): string =>
    `${formatNumber(value, tag, known[index]?.digits ?? 1)} ${unitText(known[index]?.unit ?? "")}`;
  const axis = { fromMs, toMs, timeZone };
  const ticks = listTimeTicks(axis, zoom);
  return (theme) => ({
    animation: false,
    useUTC: true,
    axisPointer: { link: [{ xAxisIndex: "all" }], lineStyle: { color: theme.text3, type: "dashed" } },
    title: [],
    grid: indexes.map((index) => ({
      left: valueAxisWidth(theme),
      // Half a date, the label of the last midnight.
      right: theme.fontSize * 4,
      top: theme.rem * (TOP_REM + index * (GRID_REM + GAP_REM)),
      height: theme.rem * GRID_REM,
    })),
    xAxis: indexes.map((index) => ({
      type: "time",
      gridIndex: index,
      min: fromMs,
      max: toMs,
      axisLine: { lineStyle: { color: theme.line } },
      // Lines of the grid follow the ticks.
      axisTick: { show: false, customValues: ticks },
      splitLine: { show: true, lineStyle: { color: theme.lineSoft } },
      axisLabel: {
        ...axisLabelStyle(theme),
        customValues: ticks,
        show: index === indexes.length - 1,
        hideOverlap: true,
        formatter: labelTimeTick(axis, tag),
      },
    })),
    yAxis: fields.map(({ text }, index) => ({
      type: "value",
      gridIndex: index,
      scale: true,
      name: `${text} (${unitText(known[index]?.unit ?? "")})`,
      nameTextStyle: { ...axisLabelStyle(theme), color: theme.text2, align: "left" },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(theme), formatter: (value: number) => formatNumber(value, tag, 0) },
      splitLine: { lineStyle: { color: theme.lineSoft } },
      splitNumber: 4,
    })),
    dataZoom: [
      { type: "inside", xAxisIndex: indexes, ...zoom, zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
      {
        type: "slider",
        xAxisIndex: indexes,
        ...zoom,
        height: theme.rem * 2.4,
        bottom: theme.rem * 1.6,
        borderColor: theme.line,
        fillerColor: theme.lineSoft,
        moveHandleSize: 0,
        brushSelect: false,
        handleStyle: { color: theme.amber, borderColor: theme.amber },
        // Its drawing spaces reports evenly, wherever they are in time.
        showDataShadow: false,
        showDetail: false,
      },
    ],
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      confine: true,
      formatter: (items: readonly TooltipItem[]) => describe(items),
    },
    series: indexes.flatMap((index) =>
      data.series.map((each, position) => ({
        id: `${index} ${each.deviceId}`,
        name: names.get(each.deviceId) ?? "",
        type: "line",
        xAxisIndex: index,
        yAxisIndex: index,
        data: toPoints(each, index, times),
        symbol: "none",
        sampling: "lttb",
        lineStyle: {
          color: lineColor(position, data.series.length, theme.amber),
          width: position === 0 ? 2 : 1.4,
        },
        itemStyle: { color: lineColor(position, data.series.length, theme.amber) },
      })),
    ),
  });

  function describe(items: readonly TooltipItem[]): string {
    const [first] = items;
    if (first === undefined) return "";
    const rows = items.flatMap(({ seriesId, seriesName, value }) => {
      const index = Number(seriesId.split(" ")[0]);
      return value[1] == null ? [] : [`{name|${seriesName}}  {value|${sayValue(index, value[1])}}`];
    });
    const content = rows.length > 0 ? rows : [`{name|${input.noValueText}}`];
    return [`{head|${formatDateTime(first.value[0], timeZone, tag)}}`, ...content].join("\n");
  }
}

interface TooltipItem {
  readonly seriesId: string;
  readonly seriesName: string;
  readonly value: LinePoint;
}

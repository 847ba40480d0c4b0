import type { AlarmEvidence } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { tooltipStyle, valueAxisStyle, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";
import { toGappedLine } from "../../shared/ui/chart/gapped-line.ts";
import { hoursAxis } from "../../shared/ui/chart/hours-axis.ts";

const units = { powerW: "W", voltageV: "V", currentA: "A", temperatureC: "°C" } as const;
export type Measure = keyof typeof units;
export const measures = Object.keys(units) as readonly Measure[];

interface EvidenceInput {
  readonly evidence: AlarmEvidence;
  readonly measure: Measure;
  /** Instants of the alarm to mark. */
  readonly marks: readonly string[];
  readonly timeZone: string;
  readonly tag: string;
  readonly words: { readonly device: string; readonly mean: string; readonly alarm: string };
}

/** Share of the axis that a label takes. */
const NEAR_LABEL = 0.1;
/** Near an end of the axis, a label in the middle above its mark would be cut at the card. */
const NEAR_END = 0.1;

function labelAlignAt(share: number): "left" | "center" | "right" {
  if (share < NEAR_END) return "left";
  return share > 1 - NEAR_END ? "right" : "center";
}

const LABEL_EVERY_MS = 3 * 3_600_000;

/** Time since the last hour that has a label, by the plant's clock. */
function sinceLabel(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const read = (type: "hour" | "minute") => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const clockMs = (60 * read("hour") + read("minute")) * 60_000 + (at % 60_000);
  return clockMs % LABEL_EVERY_MS;
}

/** An axis that begins `fromMs` after a labelled hour; charts would count the labels from its beginning. */
function startedAxis<Axis extends { readonly max: number; readonly axisLabel: object }>(
  axis: Axis,
  fromMs: number,
) {
  const { max, axisLabel } = axis;
  const first = Math.ceil(fromMs / LABEL_EVERY_MS);
  const count = Math.max(0, Math.floor(max / LABEL_EVERY_MS) - first + 1);
  const customValues = Array.from({ length: count }, (_, index) => (first + index) * LABEL_EVERY_MS);
  return { ...axis, min: fromMs, axisLabel: { ...axisLabel, customValues } };
}

/** The device in amber over its peers in grey and their mean, with the alarm's moments marked. */
export function evidenceOption(input: EvidenceInput) {
  const { evidence, measure, timeZone, tag, words, marks } = input;
  const fromAt = Date.parse(evidence.fromAt);
  const lengthMs = Date.parse(evidence.toAt) - fromAt;
  // Times count from a labelled hour of the plant's clock, so that the labels are round hours.
  const beforeMs = sinceLabel(fromAt, timeZone);
  const start = fromAt - beforeMs;
  const axis = { fromAt: new Date(start).toISOString(), stepS: evidence.stepS };
  const hasPeers = measure === "powerW";
  const own = toGappedLine(evidence.points, (point) => point[measure], axis);
  const mean = hasPeers ? toGappedLine(evidence.peerMean, ({ powerW }) => powerW, axis) : [];
  const peers = hasPeers
    ? evidence.peers.map(({ points }) => toGappedLine(points, ({ powerW }) => powerW, axis))
    : [];
  const values = [own, mean, ...peers].flat().map(([, value]) => value ?? 0);
  const clock = (ms: number): string => formatClock(start + ms, timeZone, tag);
  const say = (value: number, digits: number): string =>
    `${formatNumber(value, tag, digits)} ${units[measure]}`;
  const marked = marks
    .map((at) => Date.parse(at) - start)
    .filter((ms) => ms >= beforeMs && ms <= beforeMs + lengthMs);
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: theme.rem * 3.2,
      top: theme.fontSize * 2.4,
      bottom: theme.rem * 3,
    },
    xAxis: startedAxis(hoursAxis(theme, beforeMs + lengthMs, clock), beforeMs),
    yAxis: {
      ...valueAxisStyle(theme, Math.max(0, ...values), (value) => say(value, 0)),
      min: Math.min(0, Math.floor(Math.min(0, ...values))),
    },
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { lineStyle: { color: theme.text3, type: "dashed" } },
      formatter: (items: readonly TooltipItem[]) => describe(items),
    },
    series: [
      ...peers.map((data, index) => ({
        id: `peer-${index}`,
        type: "line",
        data,
        silent: true,
        symbol: "none",
        lineStyle: { color: theme.text3, width: 1.2, opacity: 0.45 },
        itemStyle: { color: theme.text3 },
      })),
      {
        id: "mean",
        type: "line",
        data: mean,
        silent: true,
        symbol: "none",
        lineStyle: { color: theme.text3, width: 1.6, type: [5, 4] },
        itemStyle: { color: theme.text3 },
      },
      {
        id: "device",
        type: "line",
        data: own,
        symbol: "none",
        lineStyle: { color: theme.amber, width: 2 },
        itemStyle: { color: theme.amber },
        markLine: {
          silent: true,
          symbol: "none",
          animation: false,
          lineStyle: { color: theme.warning, type: "solid", width: 1.4 },
          label: {
            formatter: ({ value }: { value: number }) => `${words.alarm} ${clock(value)}`,
            color: theme.text2,
            fontSize: theme.fontSize,
            fontFamily: theme.fontFamily,
            // Thai stacks marks above its letters.
            lineHeight: theme.fontSize * 1.8,
            position: "end",
            distance: 0,
          },
          data: marked.map((ms, index) => ({
            xAxis: ms,
            label: {
              align: labelAlignAt((ms - beforeMs) / lengthMs),
              // Of moments close to each other, the last one is named: one label would cover the other.
              show: marked.slice(index + 1).every((later) => later - ms > NEAR_LABEL * lengthMs),
            },
          })),
        },
      },
    ],
  });

  function describe(items: readonly TooltipItem[]): string {
    const head = items[0] === undefined ? "" : `{head|${clock(items[0].value[0])}}`;
    const rows = (["device", "mean"] as const).flatMap((id) => {
      const value = items.find(({ seriesId }) => seriesId === id)?.value[1];
      return value == null ? [] : [`{name|${words[id]}}  {value|${say(value, 1)}}`];
    });
    return [head, ...rows].join("\n");
  }
}

interface TooltipItem {
  readonly seriesId: string;
  readonly value: readonly [number, number | null];
}

import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../base/format/numbers.ts";
import { formatClock } from "../base/format/times.ts";
import type { ChartTheme } from "../ui/chart/chart-theme.ts";
import { tooltipStyle, valueAxisStyle, valueAxisWidth } from "../ui/chart/chart-theme.ts";
import { hoursAxis } from "../ui/chart/hours-axis.ts";
import { labelDay } from "../ui/chart/label-day.ts";
import { isAlone, toReportLine } from "../ui/chart/report-line.ts";

export type UnitSample = DataOf<typeof endpoints.device.data>["rows"][number];
type Field = Exclude<keyof UnitSample, "at">;

/** What the curve shows: fields in the order of their lines, and their unit. */
export const MEASURES = {
  power: { fields: ["powerW"], unit: "W" },
  voltage: { fields: ["inputVoltageV", "outputVoltageV"], unit: "V" },
  current: { fields: ["inputCurrentA", "outputCurrentA"], unit: "A" },
  temperature: { fields: ["temperatureC"], unit: "°C" },
} as const satisfies Readonly<Record<string, { fields: readonly Field[]; unit: string }>>;
export type Measure = keyof typeof MEASURES;

interface Input {
  readonly samples: readonly UnitSample[];
  readonly measure: Measure;
  /** Names of the lines, in the order of the measure's fields. */
  readonly names: readonly string[];
  /** Start and end of the day, ms. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly reportIntervalS: number;
  readonly timeZone: string;
  readonly tag: string;
}

/** Measures that have a value in the samples. */
export const findMeasured = (samples: readonly UnitSample[]): readonly Measure[] =>
  (Object.keys(MEASURES) as Measure[]).filter((measure) =>
    samples.some((sample) => MEASURES[measure].fields.some((field) => sample[field] !== null)),
  );

/** The sample with the highest value of a measure's first field. */
export function findPeak(samples: readonly UnitSample[], measure: Measure): UnitSample | undefined {
  const [field] = MEASURES[measure].fields;
  return samples.reduce<UnitSample | undefined>(
    (peak, sample) => ((sample[field] ?? -Infinity) > (peak?.[field] ?? -Infinity) ? sample : peak),
    undefined,
  );
}

/** Measured values of a device over one of its plant's days; interrupted where reports are missing. */
export function unitCurveOption(input: Input) {
  const { samples, measure, names, fromAt, toAt, timeZone, tag } = input;
  const { fields, unit } = MEASURES[measure];
  const lengthMs = toAt - fromAt;
  const lines = fields.map((field) =>
    toReportLine(
      samples.map((sample) => [Date.parse(sample.at) - fromAt, sample[field]]),
      input.reportIntervalS * 1_000,
    ),
  );
  const values = lines.flat().map(([, value]) => value ?? 0);
  const clock = (ms: number): string => formatClock(fromAt + ms, timeZone, tag);
  const format = (value: number, digits: number): string => `${formatNumber(value, tag, digits)} ${unit}`;
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: theme.rem * 3.2,
      top: theme.fontSize * 2,
      bottom: theme.rem * 3,
    },
    xAxis: hoursAxis(theme, lengthMs, labelDay(lengthMs, clock)),
    yAxis: {
      ...valueAxisStyle(theme, Math.max(0, ...values), (value) => format(value, 0)),
      min: Math.min(0, Math.floor(Math.min(0, ...values))),
    },
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { lineStyle: { color: theme.text3, type: "dashed" } },
      formatter: (items: readonly TooltipItem[]) => describe(items),
    },
    series: lines.map((data, index) => ({
      id: fields[index],
      type: "line",
      data,
      symbol: "circle",
      symbolSize: (_value: unknown, { dataIndex }: { readonly dataIndex: number }) =>
        isAlone(data, dataIndex) ? theme.rem * 0.5 : 0,
      lineStyle: { color: index === 0 ? theme.amber : theme.blue, width: 2 },
      itemStyle: { color: index === 0 ? theme.amber : theme.blue },
    })),
  });

  function describe(items: readonly TooltipItem[]): string {
    const head = items[0] === undefined ? "" : `{head|${clock(items[0].value[0])}}`;
    const rows = items.flatMap(({ seriesIndex, value }) =>
      value[1] === null ? [] : [`{name|${names[seriesIndex] ?? ""}}  {value|${format(value[1], 1)}}`],
    );
    return [head, ...rows].join("\n");
  }
}

interface TooltipItem {
  readonly seriesIndex: number;
  readonly value: readonly [number, number | null];
}

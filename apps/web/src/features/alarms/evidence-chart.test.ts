import { LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent } from "echarts/components";
import type { EChartsCoreOption } from "echarts/core";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { expect, test } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { evidenceOption } from "./evidence-chart.ts";

const theme = { rem: 10, fontSize: 12, fontFamily: "sans-serif" } as ChartTheme;
use([LineChart, GridComponent, MarkLineComponent, SVGRenderer]);

/** Texts of the chart as the library draws it. */
function renderTexts(option: EChartsCoreOption): string[] {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 1000, height: 300 });
  const { tooltip: _, ...drawn } = option;
  chart.setOption(drawn);
  const texts = [...chart.renderToSVGString().matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
  chart.dispose();
  return texts;
}

const at = (hour: number): string => new Date(Date.UTC(2026, 4, 4, hour)).toISOString();

test("keeps the labels of alarms inside the chart, and one label from covering another", () => {
  const evidence = {
    fromAt: at(0),
    toAt: at(24),
    stepS: 300,
    points: [],
    peers: [],
    peerCount: 0,
    peerMean: [],
  };
  const words = { device: "This device", mean: "Mean", alarm: "Alarm" };
  const marks = [at(1), at(12), at(23), at(24)];
  const option = evidenceOption({ evidence, measure: "powerW", marks, timeZone: "UTC", tag: "en", words })(
    theme,
  );
  const series = option.series as { markLine?: { data: { label: { align: string; show: boolean } }[] } }[];
  const labels = series.flatMap(({ markLine }) => markLine?.data.map(({ label }) => label) ?? []);
  expect(labels).toEqual([
    { align: "left", show: true },
    { align: "center", show: true },
    { align: "right", show: false },
    { align: "right", show: true },
  ]);
});

test("labels round hours of the plant's clock", () => {
  const fromAt = new Date(Date.UTC(2026, 4, 4, 3, 59)).toISOString();
  const points = [{ at: fromAt, powerW: 100, voltageV: null, currentA: null, temperatureC: null }];
  const evidence = { fromAt, toAt: at(28), stepS: 300, points, peers: [], peerCount: 0, peerMean: [] };
  const words = { device: "This device", mean: "Mean", alarm: "Alarm" };
  const timeZone = "America/New_York";
  const option = evidenceOption({ evidence, measure: "powerW", marks: [], timeZone, tag: "en-GB", words })(
    theme,
  );
  // 23:59 of the day before has no label.
  const axis = option.xAxis as { min: number };
  expect(renderTexts(option).filter((text) => /^\d\d:\d\d$/.test(text))).toEqual(
    ["00", "03", "06", "09", "12", "15", "18", "21", "00"].map((hour) => `${hour}:00`),
  );
  const device = (option.series as { id: string; data: readonly (readonly number[])[] }[]).find(
    ({ id }) => id === "device",
  );
  expect(device?.data[0]?.[0]).toBe(axis.min);
});

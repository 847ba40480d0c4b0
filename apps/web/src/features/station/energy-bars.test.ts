import { expect, it } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import type { Energy } from "./energy-bars.ts";
import { energyBarsOption } from "./energy-bars.ts";

const theme = { rem: 10, fontSize: 12, amber: "bright", amberSoft: "soft", warning: "warn" } as ChartTheme;
const words = {
  energy: "Energy",
  noData: "no data",
  backfilled: "late",
  estimated: "guessed",
  implausible: "jumped",
  corrected: "corrected",
  measured: "measured",
  covered: (share: string) => `${share} covered`,
};

const calendar = { firstDay: null, today: "2026-03-29" };

function draw(periods: readonly string[]) {
  const energy: Energy = {
    level: "module",
    totalWh: 0,
    isUpdating: false,
    bars: periods.map((period, index) => ({
      period,
      energyWh: index === 0 ? null : 1000,
      backfilledWh: 0,
      estimatedWh: 0,
      implausibleWh: 0,
      resets: 0,
      isDemo: false,
      correctedDays: 0,
      measuredWh: 1000,
      measuredShare: null,
    })),
  };
  const option = energyBarsOption({ energy, tag: "en-GB", calendar, words })(theme);
  const { xAxis, series } = option as {
    xAxis: { axisLabel: { formatter: (period: string) => string } };
    series: { data: { value: number | null; itemStyle: { color: string } }[] }[];
  };
  return { labels: periods.map(xAxis.axisLabel.formatter), bars: series[0]?.data ?? [] };
}

it("labels days, months and years by what they are", () => {
  expect(draw(["2026-03-01", "2026-03-29"]).labels).toEqual(["1", "29"]);
  expect(draw(["2026-02", "2026-03"]).labels).toEqual(["Feb", "Mar"]);
  expect(draw(["2025", "2026"]).labels).toEqual(["2025", "2026"]);
});

it("has no bar without data and a bright one for the period that is not over", () => {
  for (const periods of [
    ["2026-03-28", "2026-03-29"],
    ["2026-02", "2026-03"],
    ["2025", "2026"],
  ])
    expect(draw(periods).bars).toEqual([
      { value: null, itemStyle: { color: "soft" } },
      { value: 1000, itemStyle: { color: "bright" } },
    ]);
});

it("marks a period with energy that was not counted, and one with a correction, and says how much", () => {
  const coverage = { backfilledWh: 0, estimatedWh: 0, resets: 0, isDemo: false };
  const bar = { energyWh: 1000, ...coverage, correctedDays: 0, measuredWh: 1000, measuredShare: 1 };
  const energy: Energy = {
    level: "module",
    totalWh: 2000,
    isUpdating: false,
    bars: [
      { ...bar, period: "2026-03-28", implausibleWh: 0 },
      { ...bar, period: "2026-03-29", implausibleWh: 1_000_000_000 },
      { ...bar, period: "2026-03-30", implausibleWh: 0, correctedDays: 1, measuredWh: 900 },
    ],
  };
  const option = energyBarsOption({ energy, tag: "en-GB", calendar, words })(theme) as {
    tooltip: { formatter: (items: { dataIndex: number }[]) => string };
    series: { data: { label?: object }[] }[];
  };
  expect(option.series[0]?.data.map(({ label }) => label)).toEqual([
    undefined,
    expect.objectContaining({ show: true, color: "warn" }),
    expect.objectContaining({ show: true, formatter: "◆" }),
  ]);
  expect(option.tooltip.formatter([{ dataIndex: 0 }])).not.toContain("jumped");
  expect(option.tooltip.formatter([{ dataIndex: 1 }])).toContain("{name|jumped}  {value|1.00 GWh}");
  expect(option.tooltip.formatter([{ dataIndex: 2 }])).toContain(
    "{name|Energy ◆ corrected}  {value|1.00 kWh}\n{name|measured}  {value|900 Wh}",
  );
});

it("hatches bars that lack data, has a column for periods without any, and says the share", () => {
  const bar = {
    ...{ energyWh: 1000, backfilledWh: 0, estimatedWh: 0, implausibleWh: 0, resets: 0, isDemo: false },
    ...{ correctedDays: 0, measuredWh: 1000, measuredShare: 1 },
  };
  const none = { ...bar, energyWh: null, measuredWh: null };
  const energy: Energy = {
    level: "module",
    totalWh: 3000,
    isUpdating: false,
    bars: [
      { ...none, period: "2026-03-24", measuredShare: null },
      { ...bar, period: "2026-03-25", measuredShare: 0.9996 },
      { ...bar, period: "2026-03-26", measuredShare: 0.452 },
      { ...none, period: "2026-03-27", measuredShare: 0 },
      { ...none, period: "2026-03-28", measuredShare: null },
      { ...none, period: "2026-03-29", measuredShare: null },
    ],
  };
  const dated = { firstDay: "2026-03-25", today: "2026-03-29" };
  const option = energyBarsOption({ energy, tag: "en-GB", calendar: dated, words })(theme) as {
    tooltip: { formatter: (items: { dataIndex: number }[]) => string };
    series: { data: { itemStyle?: { decal?: object } }[] }[];
  };
  const hatched = option.series[0]?.data.map(({ itemStyle }) => itemStyle?.decal !== undefined);
  expect(hatched).toEqual([false, false, true, false, false, false]);
  expect(option.series[1]?.data).toEqual([null, null, null, 1, 1, null]);
  expect(option.tooltip.formatter([{ dataIndex: 1 }])).not.toContain("covered");
  expect(option.tooltip.formatter([{ dataIndex: 2 }])).toContain("{name|45.2% covered}");
  expect(option.tooltip.formatter([{ dataIndex: 3 }])).toContain("{value|no data}");
});

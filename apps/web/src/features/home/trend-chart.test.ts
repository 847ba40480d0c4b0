import { expect, test } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import type { Trend } from "./trend-chart.ts";
import { hasUncompared, trendOption } from "./trend-chart.ts";

const theme = { rem: 10, fontSize: 12 } as ChartTheme;
const words = {
  energy: "Energy",
  expected: "Expected",
  share: "Share",
  compared: "Compared",
  uncompared: "Not compared",
  noData: "no data",
  plants: (count: number) => `${count} plants`,
};
const day = { day: "2026-05-01", energyWh: 8000, plantCount: 2, expectedWh: null, comparedWh: null };
const trend: Trend = {
  days: [
    day,
    { ...day, expectedWh: 10_000, comparedWh: 6000 },
    { ...day, expectedWh: 10_000, comparedWh: 7990 },
    { ...day, energyWh: null },
  ],
  expectedFrom: "clear-sky",
  energyHiddenCount: 0,
};

test("a bar's tooltip names the energy without expected energy, which is pale", () => {
  const { tooltip } = trendOption({ trend, tag: "en-GB", words })(theme) as {
    readonly tooltip: { formatter: (items: { dataIndex: number }[]) => string };
  };
  const lines = trend.days.map((_, dataIndex) => tooltip.formatter([{ dataIndex }]));
  expect(lines[0]).toContain("{name|Not compared}  {value|8.00 kWh}");
  expect(lines[1]).toContain("{name|Not compared}  {value|2.00 kWh}\n{name|Compared}  {value|6.00 kWh}");
  for (const text of lines.slice(2)) expect(text).not.toContain("ompared");
  expect(trend.days.map(hasUncompared)).toEqual([true, true, false, false]);
});

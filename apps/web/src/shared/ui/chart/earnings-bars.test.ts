import { expect, it } from "vitest";
import type { ChartTheme } from "./chart-theme.ts";
import { earningsBarsOption } from "./earnings-bars.ts";

const theme = { rem: 10, fontSize: 12, amber: "bright", amberSoft: "soft" } as ChartTheme;
const words = { amount: "Earnings", noData: "no data", energy: "Energy", unpriced: "Not priced" };

interface Drawn {
  readonly yAxis: { readonly min?: number; readonly axisLabel: { formatter: (value: number) => string } };
  readonly series: readonly { readonly data: { value: number | null; itemStyle: { color: string } }[] }[];
  readonly tooltip: { formatter: (items: { dataIndex: number }[]) => string };
}

function draw(amounts: readonly (string | null)[]): Drawn {
  const bars = amounts.map((amount, index) => ({
    period: `2026-03-0${index + 1}`,
    amount,
    energyWh: 1000,
    unpricedWh: index === 1 ? 250 : 0,
  }));
  const earnings = {
    currency: "EUR",
    bars,
  };
  return earningsBarsOption({ earnings, tag: "en-GB", today: "2026-03-02", words })(theme) as never;
}

it("has no bar without data, a bright one for today, and an axis from zero", () => {
  const { series, yAxis } = draw([null, "0.5"]);
  expect(series[0]?.data).toMatchObject([
    { value: null, itemStyle: { color: "soft" } },
    { value: 0.5, itemStyle: { color: "bright" } },
  ]);
  expect(yAxis.min).toBe(0);
  expect(yAxis.axisLabel.formatter(0.25)).toBe("€0.25");
  expect(yAxis.axisLabel.formatter(1500)).toMatch(/^€1\.5k$/i);
});

it("reaches below zero for negative earnings", () => {
  expect(draw(["-0.5", "1"]).yAxis.min).toBeUndefined();
});

it("names earnings, energy and energy without a price", () => {
  const { tooltip } = draw(["-0.5", "1", null]);
  expect(tooltip.formatter([{ dataIndex: 0 }])).toContain("-€0.50");
  expect(tooltip.formatter([{ dataIndex: 1 }])).toContain("{name|Not priced}  {value|250 Wh}");
  expect(tooltip.formatter([{ dataIndex: 2 }])).toContain("{name|Earnings}  {value|no data}");
});

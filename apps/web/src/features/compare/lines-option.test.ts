import { expect, test } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { toComparedPlants } from "./compared-plants.ts";
import { findLengthMs, toDayLines } from "./day-lines.ts";
import { linesOption } from "./lines-option.ts";
import { toPeriodLines } from "./period-lines.ts";

const HOUR_MS = 3_600_000;
const theme = { rem: 10, fontSize: 12, amber: "amber", blue: "blue" } as ChartTheme;
const makePlant = (name: string, energiesWh: (number | null)[]) =>
  toComparedPlants([
    {
      ...{ stationId: name, name, installedCapacityKwp: 2, energyWh: 1, specificYieldKwhPerKwp: 1 },
      ...{ dayCount: 1, isEnergyHidden: false, energiesWh, earnings: null },
      expected: { share: 0.5, shares: [0.5, null, 1], dayCount: 2, from: "clear-sky" },
      ...{ status: "normal", isAsleep: false, powerW: null },
    },
  ])[0]!;
const lines = [
  { plant: makePlant("Barn", [4_000, null, 6_000]), styleIndex: 0 },
  { plant: makePlant("New", [null, null, null]), styleIndex: 1 },
];

test("values by day are per kWp, energies or shares; a plant without any has no line", () => {
  const drawn = toPeriodLines(lines, "specificYieldKwhPerKwp");
  expect(drawn).toEqual([
    {
      ...{ name: "Barn", styleIndex: 0 },
      points: [
        [0, 2],
        [1, null],
        [2, 3],
      ],
    },
  ]);
  const valuesOf = (measure: Parameters<typeof toPeriodLines>[1]) =>
    toPeriodLines(lines, measure)[0]?.points.map(([, value]) => value);
  expect(valuesOf("energyWh")).toEqual([4_000, null, 6_000]);
  expect(valuesOf("expectedShare")).toEqual([50, null, 100]);
});

test("power of a day is the mean of each quarter hour of the plant's own day", () => {
  const fromAt = "2026-10-24T22:00:00.000Z";
  const at = (minutes: number) => new Date(Date.parse(fromAt) + minutes * 60_000).toISOString();
  const curve = {
    ...{ fromAt, toAt: at(25 * 60) },
    points: [
      { at: at(0), powerW: null },
      { at: at(15), powerW: 100 },
      { at: at(25), powerW: 300 },
      { at: at(30), powerW: 50 },
    ],
  } as unknown as Parameters<typeof findLengthMs>[0][number];
  const [line] = toDayLines(lines, [curve, undefined], true);
  expect(line?.points).toHaveLength(100);
  expect(line?.points.slice(0, 4)).toEqual([
    [0, null],
    [HOUR_MS / 4, 100],
    [HOUR_MS / 2, 25],
    [(3 * HOUR_MS) / 4, null],
  ]);
  expect(toDayLines(lines, [curve, undefined], false)[0]?.points[1]).toEqual([HOUR_MS / 4, 200]);
  expect(findLengthMs([curve, undefined])).toBe(25 * HOUR_MS);
});

test("a tooltip lists the values from the highest to the lowest, and the line of each", () => {
  const drawn = [0, 6].map((styleIndex) => ({
    name: `Plant ${styleIndex}`,
    styleIndex,
    points: [[0, styleIndex] as const],
  }));
  const { tooltip, series } = linesOption({
    lines: drawn,
    xAxis: () => ({}),
    symbolSpacing: 1,
    sayPlace: () => "1 May",
    sayTick: String,
    sayValue: (value) => `${value} kWh`,
    noData: "no data",
  })(theme) as {
    readonly tooltip: { formatter: (items: object[]) => string };
    readonly series: readonly { lineStyle: object; symbol: string }[];
  };
  const item = (seriesIndex: number, value: number | null) => ({
    seriesIndex,
    value: [0, value],
    marker: "",
  });
  expect(tooltip.formatter([item(0, 1), item(1, 6)]).split("\n")).toEqual([
    "{head|1 May}",
    "╌■ Plant 6  {value|6 kWh}",
    "─● Plant 0  {value|1 kWh}",
  ]);
  expect(tooltip.formatter([item(0, null)])).toContain("no data");
  expect(series).toMatchObject([
    { lineStyle: { color: "amber", type: "solid" }, symbol: "circle" },
    { lineStyle: { color: "blue", type: [7, 4] }, symbol: "rect" },
  ]);
});

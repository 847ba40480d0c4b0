import { expect, test } from "vitest";
import type { ChartTheme } from "../../../shared/ui/chart/chart-theme.ts";
import { toComparedPlants } from "../compared-plants.ts";
import { findLengthMs, toDayLines } from "./day-lines.ts";
import { linesOption, listValuesAt } from "./lines-option.ts";
import { toPeriodLines } from "./period-lines.ts";

const HOUR_MS = 3_600_000;
const theme = { rem: 10, fontSize: 12, amber: "amber", blue: "blue" } as ChartTheme;
const makePlant = (name: string, energiesWh: (number | null)[]) =>
  toComparedPlants([
    {
      ...{ stationId: name, name, installedCapacityKwp: 2, energyWh: 1, specificYieldKwhPerKwp: 1 },
      ...{
        dayCount: 1,
        isEnergyHidden: false,
        isEarningsHidden: false,
        isRunning: false,
        energiesWh,
        earnings: { amount: "6", amounts: ["4", null, "2"], currency: "EUR", isEstimated: false },
      },
      expected: { share: 0.5, shares: [0.5, null, 1], dayCount: 2, from: "clear-sky" },
      ...{ status: "normal", isAsleep: false, powerW: null },
    },
  ])[0]!;
const lines = [
  { plant: makePlant("Barn", [4_000, null, 6_000]), styleIndex: 0 },
  { plant: makePlant("New", [null, null, null]), styleIndex: 1 },
];

test("values by day are per kWp, energies, shares or earnings; a plant without any has no line", () => {
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
  const shown = (measure: Parameters<typeof toPeriodLines>[1]) =>
    toPeriodLines(lines, measure)[0]?.points.map(([, value]) => value);
  expect(shown("energyWh")).toEqual([4_000, null, 6_000]);
  expect(shown("expectedShare")).toEqual([50, null, 100]);
  expect(shown("earningsPerKwp")).toEqual([2, null, 1]);
});

/** A plant's day in Germany, with these powers at minutes since it began. */
function makeCurve(
  day: string,
  fromAt: string,
  hours: number,
  powers: Readonly<Record<number, number | null>>,
) {
  const at = (minutes: number) => new Date(Date.parse(fromAt) + minutes * 60_000).toISOString();
  return {
    ...{ day, timeZone: "Europe/Berlin", fromAt, toAt: at(hours * 60) },
    points: Object.entries(powers).map(([minutes, powerW]) => ({ at: at(Number(minutes)), powerW })),
    expectedFrom: "none",
  } as unknown as Parameters<typeof findLengthMs>[0][number];
}
const valuesOf = (curve: ReturnType<typeof makeCurve>) =>
  (toDayLines(lines, [curve], false)[0]?.points ?? []).flatMap(([at, value]) =>
    value === null ? [] : [[at / HOUR_MS, value]],
  );

test("power of a day is the mean of each quarter hour of the plant's own day", () => {
  const powers = { 0: null, 15: 100, 25: 300, 30: 50 };
  const curve = makeCurve("2026-10-24", "2026-10-23T22:00:00.000Z", 24, powers);
  const [line] = toDayLines(lines, [curve, undefined], true);
  expect(line?.points).toHaveLength(96);
  expect(line?.points.slice(0, 4)).toEqual([
    [0, null],
    [HOUR_MS / 4, 100],
    [HOUR_MS / 2, 25],
    [(3 * HOUR_MS) / 4, null],
  ]);
  expect(toDayLines(lines, [curve, undefined], false)[0]?.points[1]).toEqual([HOUR_MS / 4, 200]);
});

test("on a day on which clocks change, power is at the hour that the plant's clock shows", () => {
  const march = makeCurve("2026-03-29", "2026-03-28T23:00:00.000Z", 23, { 60: 1, 120: 3, 720: 13 });
  expect(valuesOf(march)).toEqual([
    [1, 1],
    [3, 3],
    [13, 13],
  ]);
  const october = makeCurve("2026-10-25", "2026-10-24T22:00:00.000Z", 25, { 120: 1, 180: 5, 840: 13 });
  expect(valuesOf(october)).toEqual([
    [2, 3],
    [13, 13],
  ]);
  expect(findLengthMs([march, october, undefined])).toBe(24 * HOUR_MS);
});

test("a day that a change of zone ends late has its hours after midnight, too", () => {
  const curve = makeCurve("2026-05-04", "2026-05-03T22:00:00.000Z", 30, { 1740: 5 });
  expect(valuesOf(curve)).toEqual([[29, 5]]);
  expect(findLengthMs([undefined, curve])).toBe(30 * HOUR_MS);
});

test("a tooltip lists the values from the highest to the lowest, and the line of each", () => {
  const drawn = [0, 6, 1].map((styleIndex) => ({ name: `Plant ${styleIndex}`, styleIndex, points: [] }));
  const words = { sayPlace: () => "1 May", sayValue: (value: number) => `${value} kWh`, noData: "no data" };
  const item = (seriesIndex: number, value: number | null) => ({ seriesIndex, value: [0, value] as const });
  const { head, rows } = listValuesAt({ lines: drawn, ...words }, [item(2, null), item(0, -1), item(1, 6)]);
  expect(head).toBe("1 May");
  expect(rows).toEqual([
    { name: "Plant 6", styleIndex: 6, value: "6 kWh" },
    { name: "Plant 0", styleIndex: 0, value: "-1 kWh" },
    { name: "Plant 1", styleIndex: 1, value: "no data" },
  ]);
});

test("a tooltip of a day names the night, and leaves out what is still to come", () => {
  const words = { sayPlace: String, sayValue: String, noData: "no data", night: "night" };
  const curve = makeCurve("2026-05-04", "2026-05-03T22:00:00.000Z", 24, { 0: null, 600: 5, 660: null });
  const at = (minutes: number) =>
    new Date(Date.parse("2026-05-03T22:00:00Z") + minutes * 60_000).toISOString();
  const expected = [
    { at: at(0), powerW: 0 },
    { at: at(600), powerW: 9 },
  ];
  const sunlit = { ...curve, expectedFrom: "irradiance", expected, clearSky: [{ at: at(660), powerW: 9 }] };
  const valueAt = (minutes: number, isRunning: boolean) => {
    const [first] = lines;
    const drawn = toDayLines(
      [{ ...first!, plant: { ...first!.plant, isRunning } }],
      [sunlit as never],
      false,
    );
    const value = drawn[0]!.points[minutes / 15]!;
    return listValuesAt({ lines: drawn, ...words }, [{ seriesIndex: 0, value }]).rows.map((row) => row.value);
  };
  expect([0, 600, 660, 1200].map((minutes) => valueAt(minutes, true))).toEqual([
    ["night"],
    ["5"],
    [],
    ["night"],
  ]);
  expect(valueAt(660, false)).toEqual(["no data"]);
});

test("lines have their own colour, dashes and symbol; the axis begins at zero unless a value is below", () => {
  const option = (value: number) =>
    linesOption({
      lines: [0, 6].map((styleIndex) => ({ name: "Plant", styleIndex, points: [[0, value]] })),
      xAxis: () => ({}),
      symbolSpacing: 1,
      sayPlace: String,
      sayTick: String,
      sayValue: String,
      noData: "no data",
    })(theme) as { readonly series: object[]; readonly yAxis: { min?: number } };
  expect(option(1).series).toMatchObject([
    { lineStyle: { color: "amber", type: "solid" }, symbol: "circle" },
    { lineStyle: { color: "blue", type: [7, 4] }, symbol: "rect" },
  ]);
  expect([option(1).yAxis.min, option(-1).yAxis.min]).toEqual([0, undefined]);
});

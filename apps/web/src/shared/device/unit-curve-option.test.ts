import { expect, it } from "vitest";
import type { ChartTheme } from "../ui/chart/chart-theme.ts";
import type { UnitSample } from "./unit-curve-option.ts";
import { findMeasured, findPeak, unitCurveOption } from "./unit-curve-option.ts";

const theme = { rem: 10, fontSize: 12, fontFamily: "sans-serif" } as ChartTheme;
const fromAt = Date.UTC(2026, 4, 4);
const MINUTE_MS = 60_000;

const sample = (minutes: number, values: Partial<UnitSample> = {}): UnitSample => ({
  at: new Date(fromAt + minutes * MINUTE_MS).toISOString(),
  inputVoltageV: null,
  inputCurrentA: null,
  outputVoltageV: null,
  outputCurrentA: null,
  powerW: null,
  temperatureC: null,
  generationWh: null,
  ...values,
});

it("offers only what was measured, and finds the highest value", () => {
  const samples = [
    sample(0, { powerW: 10 }),
    sample(5, { powerW: 30, temperatureC: 20 }),
    sample(10, { powerW: 20 }),
  ];
  expect(findMeasured(samples)).toEqual(["power", "temperature"]);
  expect(findPeak(samples, "power")).toBe(samples[1]);
  expect(findPeak([], "power")).toBeUndefined();
});

it("interrupts the line where reports are missing, and has a line for input and output", () => {
  const voltages = { inputVoltageV: 40, outputVoltageV: 38 };
  const option = unitCurveOption({
    samples: [sample(0, voltages), sample(5, voltages), sample(60, voltages)],
    measure: "voltage",
    names: ["Input", "Output"],
    fromAt,
    toAt: fromAt + 1_440 * MINUTE_MS,
    reportIntervalS: 300,
    timeZone: "UTC",
    tag: "en",
  })(theme);
  const series = option.series as {
    id: string;
    data: [number, number | null][];
    symbolSize: (value: unknown, point: { dataIndex: number }) => number;
  }[];
  // The last report has no line, and is marked.
  expect([0, 1, 3].map((dataIndex) => series[0]?.symbolSize(undefined, { dataIndex }))).toEqual([0, 0, 5]);
  expect(series.map(({ id }) => id)).toEqual(["inputVoltageV", "outputVoltageV"]);
  expect(series[0]?.data.map(([, value]) => value)).toEqual([40, 40, null, 40]);
});

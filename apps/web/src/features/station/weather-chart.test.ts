import { expect, it } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import type { Curve } from "./day-curve.ts";
import { dayCurveOption } from "./day-curve.ts";
import type { listMeasured } from "./weather-chart.ts";
import { weatherOption } from "./weather-chart.ts";

const fromAt = "2026-06-20T00:00:00.000Z";
const at = (minute: number) => new Date(Date.parse(fromAt) + minute * 60_000).toISOString();
const theme = { rem: 10, fontSize: 12 } as ChartTheme;

const draw = (weather: Parameters<typeof listMeasured>[0], minutes = 1440) =>
  weatherOption({
    curve: { fromAt, toAt: at(minutes), stepS: 300, weather },
    timeZone: "UTC",
    tag: "en",
    words: { irradianceWm2: "Irradiance", ambientC: "Air temperature" },
  })(theme) as unknown as {
    grid: { left: number; right: number };
    xAxis: { max: number; axisLabel: { formatter: (ms: number) => string } };
    yAxis: { show: boolean; min: number; max: number }[];
    series: { id: string; yAxisIndex: number; data: unknown }[];
    tooltip: { formatter: (items: object[]) => string };
  };

it("draws irradiance and temperature on axes of their own, and a gap where nothing was measured", () => {
  const { series, yAxis, tooltip } = draw([
    { at: at(0), irradianceWm2: 0, ambientC: -6.5 },
    { at: at(15), irradianceWm2: 850, ambientC: 3 },
    { at: at(60), irradianceWm2: 900, ambientC: null },
  ]);
  expect(series.map(({ id, yAxisIndex }) => [id, yAxisIndex])).toEqual([
    ["irradianceWm2", 0],
    ["ambientC", 1],
  ]);
  expect(series[0]?.data).toEqual([
    [0, 0],
    [900_000, 850],
    [1_800_000, null],
    [3_600_000, 900],
  ]);
  expect(yAxis[1]).toMatchObject({ show: true, min: -10, max: 5 });
  const text = tooltip.formatter([
    { seriesId: "irradianceWm2", value: [900_000, 850] },
    { seriesId: "ambientC", value: [900_000, 3] },
  ]);
  expect(text).toBe(
    "{head|00:15}\n{name|Irradiance}  {value|850 W/m²}\n{name|Air temperature}  {value|3.0 °C}",
  );
});

it("draws what was measured alone", () => {
  const { series, yAxis } = draw([{ at: at(0), irradianceWm2: null, ambientC: 21 }]);
  expect(series.map(({ id }) => id)).toEqual(["ambientC"]);
  expect(yAxis.map(({ show }) => show)).toEqual([false, true]);
  expect(yAxis[1]).toMatchObject({ min: 0, max: 25 });
});

it.each([
  ["24:00", 1440],
  ["24:00", 1380],
  ["17:00", 1020],
])("ends with %s on a day of %i minutes", (label, minutes) => {
  const { xAxis } = draw([{ at: at(0), irradianceWm2: 5, ambientC: 21 }], minutes);
  expect(xAxis.axisLabel.formatter(xAxis.max)).toBe(label);
});

it.each([21, null])("has its hours below those of the power, with a temperature of %s", (ambientC) => {
  const weather = [{ at: at(0), irradianceWm2: 5, ambientC }];
  const curve = {
    fromAt,
    toAt: at(1440),
    stepS: 300,
    points: [],
    expected: [],
    clearSky: [],
    weather,
  } as unknown as Curve;
  const words = { measured: "", expected: "", clearSky: "", gap: "", now: "" };
  const power = dayCurveOption({ curve, compared: undefined, timeZone: "UTC", tag: "en", words, nowAt: 0 })(
    theme,
  );
  const { left, right } = draw(weather).grid;
  expect(power.grid).toMatchObject({ left, right });
});

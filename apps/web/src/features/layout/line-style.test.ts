import { join } from "node:path";
import { expect, it } from "vitest";
import { readColors } from "../../../vite/read-colors.ts";
import { MAX_SELECTED } from "../../shared/roof/use-layout-address.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { lineStyleOf } from "../../shared/ui/chart/line-style.ts";
import { unitCurvesOption } from "./unit-curves.ts";

const styles = Array.from({ length: MAX_SELECTED }, (_, index) => lineStyleOf(index));

it("draws each of the units that can be compared as a line of its own", () => {
  expect(new Set(styles.map(({ color, dash }) => `${color} ${dash.join()}`)).size).toBe(MAX_SELECTED);
});

it("uses colours that are far from each other in both themes", () => {
  const themes = readColors(join(import.meta.dirname, "../../shared/base/theme/tokens.css"));
  const names = [...new Set(styles.map(({ color }) => color))];
  for (const theme of [themes.light, themes.dark]) {
    const colors = names.map((name) =>
      theme[`--${name}`]!.match(/[0-9a-f]{2}/gu)!.map((part) => Number.parseInt(part, 16)),
    );
    for (const [index, one] of colors.entries())
      for (const other of colors.slice(index + 1))
        expect(Math.hypot(...one.map((part, channel) => part - other[channel]!))).toBeGreaterThan(60);
  }
});

it("draws units of the same name as different lines, and adjacent ones thin", () => {
  const curve = (isAdjacent: boolean) => ({ name: "A1-1", values: new Float32Array(1), isAdjacent });
  const { series } = unitCurvesOption({
    curves: [curve(false), curve(false), curve(true)],
    ...{ stepMs: 300_000, lengthMs: 86_400_000, momentMs: 0, clock: String, format: String },
  })({ rem: 10, fontSize: 12, amber: "amber", blue: "blue", text3: "grey" } as ChartTheme) as {
    series: { lineStyle: object; markLine?: object }[];
  };
  expect(series.map(({ lineStyle }) => lineStyle)).toMatchObject([
    { color: "amber", width: 2 },
    { color: "blue", width: 2 },
    { color: "grey", width: 1 },
  ]);
  expect(series.filter(({ markLine }) => markLine !== undefined)).toHaveLength(1);
});

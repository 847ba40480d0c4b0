import { expect, it } from "vitest";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { correctionBarsOption } from "./correction-bars.ts";

const theme = { rem: 10, fontSize: 12, amber: "bright", text3: "grey" } as ChartTheme;
const words = { before: "Before", after: "After", difference: "Difference", noData: "no data" };

interface Drawn {
  readonly xAxis: { readonly data: readonly string[] };
  readonly series: readonly { readonly data: readonly (number | null)[] }[];
  readonly tooltip: { formatter: (items: { dataIndex: number }[]) => string };
}

it("has a bar before and one after for each day, and says both and the difference", () => {
  const days = [
    { day: "2026-05-02", sourceWh: null, correctedWh: 9_000, differenceWh: null },
    { day: "2026-05-03", sourceWh: 24_000, correctedWh: 23_000, differenceWh: -1_000 },
  ];
  const { xAxis, series, tooltip } = correctionBarsOption({ days, tag: "en-GB", words })(
    theme,
  ) as unknown as Drawn;
  expect(xAxis.data).toEqual(["2026-05-02", "2026-05-03"]);
  expect(series.map(({ data }) => data)).toEqual([
    [null, 24_000],
    [9_000, 23_000],
  ]);
  expect(tooltip.formatter([{ dataIndex: 0 }])).toContain("{name|Before}  {value|no data}");
  expect(tooltip.formatter([{ dataIndex: 0 }])).not.toContain("Difference");
  expect(tooltip.formatter([{ dataIndex: 1 }])).toContain("{name|Difference}  {value|-1.00 kWh}");
});

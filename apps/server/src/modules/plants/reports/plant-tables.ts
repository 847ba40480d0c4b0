import type { Cell, DocumentTable } from "../../../infra/documents/document.ts";
import { sumAmounts } from "../../energy/earnings/amounts.service.ts";
import { clockOf } from "./plant-chart.ts";
import type { PlantFigures } from "./plant-figures.ts";
import type { ReportFormat } from "./report-format.ts";

/** Mean and largest power of each hour; an hour without data has none. */
export function hourTable(
  { now }: PlantFigures,
  { points, timeZone }: NonNullable<PlantFigures["curve"]>,
  format: ReportFormat,
): DocumentTable {
  const { say, cell } = format;
  const clock = clockOf(timeZone);
  // The hour that a clock repeats in autumn is two hours: they differ in their offset from UTC.
  const hourOf = (at: number) => `${clock(at).slice(0, 2)}:00 ${Math.floor(at / 3_600_000)}`;
  const past = points.filter(({ at }) => Date.parse(at) < now);
  const hours = [...Map.groupBy(past, ({ at }) => hourOf(Date.parse(at)))];
  return {
    title: say("hourTable"),
    columns: [
      { title: say("time") },
      { title: `${say("meanPower")} (kW)`, isNumber: true },
      { title: `${say("peak")} (kW)`, isNumber: true },
    ],
    rows: hours.map(([hour, group]) => {
      const powers = group.map(({ powerW }) => powerW).filter((powerW) => powerW !== null);
      const mean = powers.reduce((sum, powerW) => sum + powerW, 0) / powers.length;
      const isKnown = powers.length > 0;
      return [
        hour.slice(0, 5),
        cell(isKnown ? mean / 1000 : null, 2),
        cell(isKnown ? Math.max(...powers) / 1000 : null, 2),
      ];
    }),
    emptyText: say("note.noData"),
  };
}

/** Energy, specific yield and earnings of each day or month so far. */
export function energyTable(figures: PlantFigures, format: ReportFormat): DocumentTable {
  const { plant, bars, earnings, range, today } = figures;
  const { say, cell, energyCell, amountCell } = format;
  const isYear = range.kind === "year";
  const earned = new Map(earnings?.bars.map((bar) => [bar.period, bar]));
  const yieldCell = (energyWh: number | null) =>
    cell(energyWh === null ? null : energyWh / 1000 / plant.capacityKwp, 2);
  const earningsCells = (amount: string | null, unpricedWh: number | null): Cell[] =>
    earnings === undefined ? [] : [amountCell(amount), energyCell(unpricedWh)];
  const remark = ({ energyWh, correctedDays, measuredShare }: PlantFigures["bars"][number]): string => {
    if (energyWh === null) return say("noData");
    const share = format.percent(measuredShare);
    return [
      ...(measuredShare === null || share === format.percent(1) ? [] : [say("measuredPart", { share })]),
      ...(correctedDays === 0
        ? []
        : [isYear ? say("correctedDays", { count: correctedDays }) : say("corrected")]),
    ].join("; ");
  };
  const past = bars.filter(({ period }) => period <= today);
  const known = past.map(({ energyWh }) => energyWh).filter((energyWh) => energyWh !== null);
  const total = known.length === 0 ? null : known.reduce((sum, energyWh) => sum + energyWh, 0);
  const unpricedWh = [...earned.values()].reduce((sum, bar) => sum + (bar.unpricedWh ?? 0), 0);
  const amount = sumAmounts([...earned.values()].map((bar) => bar.amount));
  const amountTitle = `${say("earnings")} (${earnings?.currency})${earnings?.isEstimated ? `, ${say("estimated")}` : ""}`;
  return {
    title: say(isYear ? "energyTable.year" : "energyTable.month"),
    columns: [
      { title: say(isYear ? "month" : "day"), share: 1.3 },
      { title: `${say("energy")} (kWh)`, isNumber: true },
      { title: `${say("yield")} (kWh/kWp)`, isNumber: true, share: 1.2 },
      ...(earnings === undefined
        ? []
        : [
            { title: amountTitle, isNumber: true, share: 1.2 },
            { title: `${say("notPriced")} (kWh)`, isNumber: true },
          ]),
      { title: say("remark"), share: 1.2 },
    ],
    rows: past.map((bar) => {
      const { period, energyWh } = bar;
      const { amount: earnedAmount = null, unpricedWh: unpriced = null } = earned.get(period) ?? {};
      return [
        isYear ? format.month(period) : format.day(period),
        energyCell(energyWh),
        yieldCell(energyWh),
        ...earningsCells(earnedAmount, earnedAmount === null ? null : unpriced),
        remark(bar),
      ];
    }),
    ...(past.length > 0 && {
      totals: [
        say("total"),
        energyCell(total),
        yieldCell(total),
        ...earningsCells(amount, amount === null ? null : unpricedWh),
        "",
      ],
    }),
    emptyText: say("note.noData"),
  };
}

import { addMonths, listDays } from "@heliograph/solar";
import type {
  DocumentChart,
  DocumentFigure,
  DocumentTable,
  ReportDocument,
} from "../../../infra/documents/document.ts";
import { sumAmounts } from "../../energy/earnings/amounts.service.ts";
import { alarmTables, describeAlarms } from "./alarm-parts.ts";
import type { PlantSum, PortfolioFigures } from "./portfolio-figures.ts";
import type { ReportFormat } from "./report-format.ts";

/** Plants in the chart of a day. */
const MAX_CHART_PLANTS = 20;
/** Rows of a PDF; a workbook has all. */
const MAX_PDF_ROWS = 1_000;

interface Totals {
  readonly energyWh: number | null;
  readonly capacityKwp: number;
  readonly yieldKwhPerKwp: number | null;
  readonly withData: readonly PlantSum[];
}

function sumPlants(sums: readonly PlantSum[]): Totals {
  const withData = sums.filter(({ energyWh }) => energyWh !== null);
  const energyWh = withData.reduce((sum, each) => sum + (each.energyWh ?? 0), 0);
  const measuredKwp = withData.reduce((sum, { plant }) => sum + plant.capacityKwp, 0);
  return {
    withData,
    energyWh: withData.length === 0 ? null : energyWh,
    capacityKwp: sums.reduce((sum, { plant }) => sum + plant.capacityKwp, 0),
    yieldKwhPerKwp: withData.length === 0 ? null : energyWh / 1000 / measuredKwp,
  };
}

/** A figure for each currency: amounts in different currencies are never added. */
function earningsFigures(sums: readonly PlantSum[], format: ReportFormat): DocumentFigure[] {
  const { say } = format;
  const valued = sums.filter(({ earnings }) => earnings !== undefined);
  return [...Map.groupBy(valued, ({ plant }) => plant.currency)].map(([currency, group]) => {
    const unpricedWh = group.reduce((sum, { earnings }) => sum + (earnings?.unpricedWh ?? 0), 0);
    const notes = [
      ...(group.some(({ earnings }) => earnings?.isEstimated) ? [say("estimated")] : []),
      ...(unpricedWh > 0 ? [say("notPricedPart", { energy: format.energy(unpricedWh) })] : []),
    ];
    return {
      label: say("earningsIn", { currency }),
      text: format.money(sumAmounts(group.map(({ earnings }) => earnings?.amount ?? null)), currency),
      ...(notes.length > 0 && { note: notes.join(" · ") }),
    };
  });
}

function listFigures(
  { sums, alarms }: PortfolioFigures,
  totals: Totals,
  format: ReportFormat,
): DocumentFigure[] {
  const { say } = format;
  return [
    { label: say("energy"), text: format.energy(totals.energyWh) },
    { label: say("yield"), text: format.yield(totals.yieldKwhPerKwp) },
    {
      label: say("coverage"),
      text: format.percent(sums.length === 0 ? null : totals.withData.length / sums.length),
      note: say("coveragePlants", { count: totals.withData.length, total: sums.length }),
    },
    ...earningsFigures(sums, format),
    ...describeAlarms(alarms, format),
  ];
}

function periodChart({ range, byPeriod, today }: PortfolioFigures, format: ReportFormat): DocumentChart {
  const { say } = format;
  const isYear = range.kind === "year";
  const periods = isYear
    ? Array.from({ length: 12 }, (_, index) => addMonths(`${range.period}-01`, index))
    : listDays(range.fromDay, range.toDay);
  const energies = periods.map((period) => byPeriod.get(period) ?? null);
  return {
    title: say(isYear ? "energyChart.year" : "energyChart.month"),
    series: `${say("energy")} (kWh)`,
    kind: "bars",
    values: energies.map((energyWh) => (energyWh === null ? null : energyWh / 1000)),
    isMissing: periods.map((period, index) => energies[index] === null && period <= today),
    labels: periods.map((period) => (isYear ? format.monthName(period) : String(Number(period.slice(8))))),
    ticks: periods.map((_, index) => index),
    missingText: say("noData"),
  };
}

/** Of a day: energies of the first plants of the ranking, by their rank. */
function rankChart({ withData }: Totals, { say }: ReportFormat): DocumentChart {
  const first = withData.slice(0, MAX_CHART_PLANTS);
  return {
    title: say("energyChart.plants"),
    series: `${say("energy")} (kWh)`,
    kind: "bars",
    values: first.map(({ energyWh }) => (energyWh ?? 0) / 1000),
    isMissing: first.map(() => false),
    labels: first.map((_, index) => String(index + 1)),
    ticks: first.map((_, index) => index),
    missingText: say("noData"),
  };
}

function rankTable(
  { sums, range }: PortfolioFigures,
  totals: Totals,
  { format, maxRows }: { format: ReportFormat; maxRows: number },
): DocumentTable {
  const { say, cell, energyCell, amountCell } = format;
  const isDay = range.kind === "day";
  return {
    title: say("ranking"),
    columns: [
      { title: say("rank"), isNumber: true, share: 0.6 },
      { title: say("plant"), share: 2.6 },
      { title: `${say("capacity")} (kWp)`, isNumber: true, share: 1.1 },
      { title: `${say("energy")} (kWh)`, isNumber: true, share: 1.2 },
      { title: `${say("yield")} (kWh/kWp)`, isNumber: true, share: 1.2 },
      ...(isDay ? [] : [{ title: say("daysWithData"), share: 1 }]),
      { title: say("earnings"), isNumber: true, share: 1.1 },
      { title: "", share: 0.6 },
    ],
    rows: sums
      .slice(0, maxRows)
      .map(({ plant, energyWh, earnings, daysWithData, dayCount }, index) => [
        energyWh === null ? cell(null, 0) : cell(index + 1, 0),
        plant.name,
        cell(plant.capacityKwp, 2),
        energyCell(energyWh),
        cell(energyWh === null ? null : energyWh / 1000 / plant.capacityKwp, 2),
        ...(isDay ? [] : [`${daysWithData} / ${dayCount}`]),
        amountCell(earnings?.amount ?? null),
        earnings === undefined ? "" : plant.currency,
      ]),
    totals: [
      "",
      say("total"),
      cell(totals.capacityKwp, 2),
      energyCell(totals.energyWh),
      cell(totals.yieldKwhPerKwp, 2),
      ...(isDay ? [] : [""]),
      "",
      "",
    ],
    emptyText: say("noPlants"),
  };
}

function listNotes(
  figures: PortfolioFigures,
  totals: Totals,
  { format, maxRows }: { format: ReportFormat; maxRows: number },
): string[] {
  const { sums, range, today, earningsHiddenCount, energyHiddenCount } = figures;
  const { say } = format;
  const without = sums.length - totals.withData.length;
  const currencies = new Set(sums.filter(({ earnings }) => earnings).map(({ plant }) => plant.currency));
  const correctedDays = sums.reduce((sum, each) => sum + each.correctedDays, 0);
  return [
    ...(today <= range.toDay ? [say("note.open")] : []),
    ...(figures.isUpdating ? [say("note.updating")] : []),
    ...(without > 0 ? [say("note.plantsWithoutData", { count: without }), say("note.yieldBasis")] : []),
    ...(correctedDays > 0 ? [say("note.corrected", { count: correctedDays })] : []),
    ...(figures.absentCount > 0 ? [say("note.absentCount", { count: figures.absentCount })] : []),
    ...(energyHiddenCount > 0 ? [say("note.energyHiddenCount", { count: energyHiddenCount })] : []),
    ...(earningsHiddenCount > 0 ? [say("note.earningsHiddenCount", { count: earningsHiddenCount })] : []),
    ...(currencies.size > 1 ? [say("note.currencies")] : []),
    ...(sums.some(({ earnings }) => (earnings?.unpricedWh ?? 0) > 0) ? [say("note.priced")] : []),
    ...(sums.some(({ earnings }) => earnings?.isEstimated) ? [say("note.dc")] : []),
    ...(sums.length > maxRows ? [say("note.rowLimit", { max: maxRows, total: sums.length })] : []),
  ];
}

function nameSubject({ tag, isChosen }: PortfolioFigures, { say }: ReportFormat): string {
  if (isChosen) return say("chosenPlants");
  return tag === undefined ? say("allPlants") : say("taggedPlants", { tag });
}

/** The report of several plants: totals, and the plants by specific yield. */
export function writePortfolioReport(
  figures: PortfolioFigures,
  format: ReportFormat,
  { brand, isPdf }: { brand: string; isPdf: boolean },
): ReportDocument {
  const { sums, range, now } = figures;
  const { say } = format;
  const totals = sumPlants(sums);
  const shown = { format, maxRows: isPdf ? MAX_PDF_ROWS : sums.length };
  const hasChart = totals.withData.length > 0;
  const chart = range.kind === "day" ? rankChart(totals, format) : periodChart(figures, format);
  return {
    locale: format.locale,
    brand,
    title: nameSubject(figures, format),
    subtitle: `${say(`title.${range.kind}`)} · ${format.period(range)}`,
    facts: [
      [say("plants"), format.number(sums.length, 0)],
      [say("capacity"), format.capacity(totals.capacityKwp)],
      [say("period"), format.period(range)],
      [say("zone"), say("ownZones")],
    ],
    figures: listFigures(figures, totals, format),
    ...(hasChart && { chart }),
    tables: [rankTable({ ...figures }, totals, shown), ...alarmTables(figures.alarms, format)],
    notesTitle: say("notes"),
    notes: listNotes(figures, totals, shown),
    footer: `${brand} · ${say("created", { at: `${format.moment(now, "UTC")} (UTC)` })}`,
    pageText: say("page"),
    sheetName: say("summary"),
  };
}

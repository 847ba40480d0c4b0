import { zoneOfDay } from "@heliograph/solar";
import type { DocumentFigure, DocumentTable, ReportDocument } from "../../../infra/documents/document.ts";
import { translateName } from "../../base/names/names.service.ts";
import { sumAmounts } from "../../energy/earnings/amounts.service.ts";
import { alarmTables, describeAlarms } from "./alarm-parts.ts";
import { plantChart } from "./plant-chart.ts";
import type { PlantFigures } from "./plant-figures.ts";
import { energyTable, hourTable } from "./plant-tables.ts";
import type { ReportFormat } from "./report-format.ts";

/** Days that the note about missing data names. */
const MAX_NAMED_DAYS = 10;

export const sumBars = (
  bars: PlantFigures["bars"],
  figure: "energyWh" | "backfilledWh" | "estimatedWh" | "implausibleWh",
): number | null => {
  const known = bars.map((bar) => bar[figure]).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

function listFacts({ plant, range }: PlantFigures, format: ReportFormat): [string, string][] {
  const { say } = format;
  const { company, name, capacityKwp, zones } = plant;
  const held = [range.fromDay, range.toDay].map((day) => zoneOfDay(day, zones));
  return [
    [say("plant"), name],
    ...(company === null
      ? []
      : [[say("company"), translateName("company", company, format.language)] satisfies [string, string]]),
    [say("period"), format.period(range)],
    [say("capacity"), format.capacity(capacityKwp)],
    [say("zone"), [...new Set(held)].join(" → ")],
  ];
}

function earningsFigure({ earnings }: PlantFigures, format: ReportFormat): DocumentFigure[] {
  if (earnings === undefined) return [];
  const { say } = format;
  const unpricedWh = earnings.bars.reduce((sum, bar) => sum + (bar.unpricedWh ?? 0), 0);
  const notes = [
    ...(earnings.isEstimated ? [say("estimated")] : []),
    ...(unpricedWh > 0 ? [say("notPricedPart", { energy: format.energy(unpricedWh) })] : []),
  ];
  const amount = sumAmounts(earnings.bars.map((bar) => bar.amount));
  const note = notes.length > 0 ? { note: notes.join(" · ") } : {};
  return [{ label: say("earnings"), text: format.money(amount, earnings.currency), ...note }];
}

function coverageFigure({ curve, days, daysWithData }: PlantFigures, format: ReportFormat): DocumentFigure {
  const { say } = format;
  const label = say("coverage");
  if (curve !== undefined) {
    const { measuredShare } = curve.coverage;
    const note = measuredShare === null ? {} : { note: say("daylight") };
    return { label, text: format.percent(measuredShare), ...note };
  }
  if (days.length === 0) return { label, text: format.percent(null) };
  const count = days.filter((day) => daysWithData.has(day)).length;
  return {
    label,
    text: format.percent(count / days.length),
    note: say("coverageDays", { count, total: days.length }),
  };
}

function listFigures(figures: PlantFigures, format: ReportFormat): DocumentFigure[] {
  const { plant, bars, curve, bestDay } = figures;
  const { say } = format;
  const energyWh = sumBars(bars, "energyWh");
  const peakW = curve?.points.reduce<number | null>(
    (peak, { powerW }) => (powerW === null ? peak : Math.max(peak ?? 0, powerW)),
    null,
  );
  return [
    { label: say("energy"), text: format.energy(energyWh) },
    {
      label: say("yield"),
      text: format.yield(energyWh === null ? null : energyWh / 1000 / plant.capacityKwp),
    },
    ...earningsFigure(figures, format),
    coverageFigure(figures, format),
    ...(peakW === undefined ? [] : [{ label: say("peak"), text: format.power(peakW) }]),
    ...(curve !== undefined || bestDay === undefined
      ? []
      : [{ label: say("best"), text: format.energy(bestDay.energyWh), note: format.day(bestDay.day) }]),
    ...describeAlarms(figures.alarms, format),
  ];
}

function correctionTable({ corrections }: PlantFigures, format: ReportFormat): DocumentTable[] {
  const { say } = format;
  if (corrections.length === 0) return [];
  const energy = (key: "before" | "after" | "difference") => ({ title: `${say(key)} (kWh)`, isNumber: true });
  return [
    {
      title: say("corrections"),
      columns: [
        { title: say("day") },
        { title: say("mode") },
        energy("before"),
        energy("after"),
        energy("difference"),
      ],
      rows: corrections.map(({ day, mode, sourceWh, correctedWh }) => [
        format.day(day),
        say(mode === "auto" ? "automatic" : "manual"),
        format.energyCell(sourceWh),
        format.energyCell(correctedWh),
        format.energyCell(sourceWh === null ? null : correctedWh - sourceWh),
      ]),
      emptyText: "",
    },
  ];
}

function describeMissing({ days, daysWithData, range }: PlantFigures, format: ReportFormat): string[] {
  const { say } = format;
  if (daysWithData.size === 0) return [say("note.noData")];
  const missing = days.filter((day) => !daysWithData.has(day));
  if (missing.length === 0 || range.kind === "day") return [];
  const named = missing.slice(0, MAX_NAMED_DAYS).map(format.day);
  const key = missing.length > named.length ? "note.missingMore" : "note.missing";
  return [say(key, { count: missing.length, days: named.join(format.language === "zh-cn" ? "、" : "; ") })];
}

function listNotes(figures: PlantFigures, format: ReportFormat): string[] {
  const { bars, range, today, earnings, corrections } = figures;
  const { say } = format;
  const energyNote = (key: "backfilled" | "estimated" | "implausible"): string[] => {
    const energyWh = sumBars(bars, `${key}Wh`) ?? 0;
    return energyWh > 0 ? [say(`note.${key}`, { energy: format.energy(energyWh) })] : [];
  };
  return [
    ...(today <= range.toDay ? [say("note.open")] : []),
    ...(figures.isUpdating ? [say("note.updating")] : []),
    ...describeMissing(figures, format),
    ...energyNote("backfilled"),
    ...energyNote("estimated"),
    ...energyNote("implausible"),
    ...(corrections.length > 0 ? [say("note.corrected", { count: corrections.length })] : []),
    ...(bars.some(({ isDemo }) => isDemo) ? [say("note.demo")] : []),
    ...(earnings === undefined ? [say("note.earningsHidden")] : []),
    ...(earnings?.bars.some(({ unpricedWh }) => (unpricedWh ?? 0) > 0) ? [say("note.priced")] : []),
    ...(earnings?.isEstimated ? [say("note.dc")] : []),
  ];
}

/** The report of a plant. */
export function writePlantReport(figures: PlantFigures, format: ReportFormat, brand: string): ReportDocument {
  const { plant, range, now, curve } = figures;
  const { say } = format;
  const chart = plantChart(figures, format);
  return {
    locale: format.locale,
    brand,
    title: plant.name,
    subtitle: `${say(`title.${range.kind}`)} · ${format.period(range)}`,
    facts: listFacts(figures, format),
    figures: listFigures(figures, format),
    ...(chart && { chart }),
    tables: [
      curve === undefined ? energyTable(figures, format) : hourTable(figures, curve, format),
      ...alarmTables(figures.alarms, format),
      ...correctionTable(figures, format),
    ],
    notesTitle: say("notes"),
    notes: listNotes(figures, format),
    footer: `${brand} · ${say("created", { at: `${format.moment(now, plant.timeZone)} (${plant.timeZone})` })}`,
    pageText: say("page"),
    sheetName: say("summary"),
  };
}

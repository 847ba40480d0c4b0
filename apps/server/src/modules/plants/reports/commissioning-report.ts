import type { DeviceType, Language, MissingReason } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { Cell, DocumentTable, ReportDocument } from "../../../infra/documents/document.ts";
import { translateName } from "../../base/names/names.service.ts";
import type { CommissioningService, FoundRow } from "../../devices/commissioning/commissioning.service.ts";
import type { ReportFormat } from "./report-format.ts";
import type { ReportPlant } from "./report-plants.repository.ts";

type Comparison = Awaited<ReturnType<CommissioningService["read"]>>;

const DASH = "–";

const nameType = (type: DeviceType | undefined, language: Language): string =>
  type === undefined ? DASH : formatMessage(language, `deviceType.${type}`);

/** A document lists at most as many devices as an acceptance is checked by hand. */
const MAX_ROWS = 1_000;

function missingTable(rows: readonly FoundRow[], { say }: ReportFormat): DocumentTable {
  const reasons: Readonly<Record<MissingReason, string>> = {
    notAdded: say("commissioning.notAdded"),
    notReported: say("commissioning.notReported"),
    emptyPlace: say("commissioning.emptyPlace"),
  };
  return {
    title: say("commissioning.missing"),
    columns: [
      { title: say("commissioning.sn") },
      { title: say("commissioning.place") },
      { title: say("remark") },
    ],
    rows: rows
      .filter(({ state }) => state === "missing")
      .slice(0, MAX_ROWS)
      .map(({ sn, place, reason }) => [sn ?? DASH, place || DASH, reason === null ? "" : reasons[reason]]),
    emptyText: say("commissioning.noneMissing"),
  };
}

function unknownTable(rows: readonly FoundRow[], { say, language }: ReportFormat): DocumentTable {
  const sayPlace = ({ place, sharesPlaceWith }: FoundRow): string =>
    sharesPlaceWith === null
      ? place || DASH
      : say("commissioning.sharedPlace", { place, sn: sharesPlaceWith });
  return {
    title: say("commissioning.unknown"),
    columns: [
      { title: say("commissioning.sn") },
      { title: say("commissioning.type") },
      { title: say("commissioning.place"), share: 1.6 },
      { title: say("commissioning.parent") },
    ],
    rows: rows
      .filter(({ state }) => state === "unknown")
      .slice(0, MAX_ROWS)
      .map((row) => [
        row.sn ?? DASH,
        nameType(row.device?.type, language),
        sayPlace(row),
        row.device?.parentSn ?? DASH,
      ]),
    emptyText: say("commissioning.noneUnknown"),
  };
}

function foundTable(rows: readonly FoundRow[], format: ReportFormat, timeZone: string): DocumentTable {
  const { say, cell } = format;
  const number = (title: string) => ({ title, isNumber: true, share: 0.8 });
  const toCells = ({ sn, place, device, first }: FoundRow): Cell[] => [
    place || DASH,
    sn ?? DASH,
    cell(device?.signalDbm ?? null, 0),
    first === undefined ? DASH : format.moment(Date.parse(first.at), timeZone),
    cell(first?.inputVoltageV ?? null, 1),
    cell(first?.outputVoltageV ?? null, 1),
    cell(first?.powerW ?? null, 0),
  ];
  return {
    title: say("commissioning.found"),
    columns: [
      { title: say("commissioning.place"), share: 0.9 },
      { title: say("commissioning.sn"), share: 1.75 },
      number(`${say("commissioning.signal")} (dBm)`),
      { title: say("commissioning.first"), share: 1.6 },
      number(`${say("commissioning.inputVoltage")} (V)`),
      number(`${say("commissioning.outputVoltage")} (V)`),
      number(`${say("power")} (W)`),
    ],
    rows: rows
      .filter(({ state }) => state === "found")
      .slice(0, MAX_ROWS)
      .map(toCells),
    emptyText: say("commissioning.noneFound"),
  };
}

const signatureTable = ({ say }: ReportFormat): DocumentTable => ({
  title: say("commissioning.acceptance"),
  columns: [
    { title: say("commissioning.role") },
    { title: say("commissioning.name"), share: 1.5 },
    { title: say("commissioning.date") },
    { title: say("commissioning.signature"), share: 1.5 },
  ],
  rows: [
    [say("commissioning.installer"), "", "", ""],
    [say("commissioning.owner"), "", "", ""],
  ],
  emptyText: "",
});

function listNotes({ source, rows }: Comparison, { say }: ReportFormat): string[] {
  const maxRows = Math.max(
    ...Object.values(Object.groupBy(rows, ({ state }) => state)).map(({ length }) => length),
  );
  return [
    say(`commissioning.source.${source}`),
    say("commissioning.foundMeans"),
    ...(maxRows > MAX_ROWS ? [say("commissioning.rowLimit", { max: MAX_ROWS })] : []),
  ];
}

/** The acceptance report of a plant: what was expected, what has reported, and with which values. */
export function writeCommissioningReport(
  comparison: Comparison,
  { plant, now, brand }: { plant: ReportPlant; now: number; brand: string },
  format: ReportFormat,
): ReportDocument {
  const { say, language, number } = format;
  const { counts, rows } = comparison;
  const { company, capacityKwp, timeZone } = plant;
  const created = `${format.moment(now, timeZone)} (${timeZone})`;
  const figure = (key: "expected" | "found" | "missing" | "unknown" | "weakSignal") => ({
    label: say(`commissioning.${key}`),
    text: number(counts[key], 0),
  });
  return {
    locale: format.locale,
    brand,
    title: plant.name,
    subtitle: `${say("commissioning.title")} · ${say("commissioning.result", { found: counts.found, expected: counts.expected })}`,
    facts: [
      [say("plant"), plant.name],
      ...(company === null
        ? []
        : [[say("company"), translateName("company", company, language)] satisfies [string, string]]),
      [say("commissioning.asOf"), created],
      [say("capacity"), format.capacity(capacityKwp)],
    ],
    figures: [
      figure("expected"),
      figure("found"),
      figure("missing"),
      figure("unknown"),
      figure("weakSignal"),
    ],
    tables: [
      missingTable(rows, format),
      unknownTable(rows, format),
      foundTable(rows, format, timeZone),
      signatureTable(format),
    ],
    notesTitle: say("notes"),
    notes: listNotes(comparison, format),
    footer: `${brand} · ${say("created", { at: created })}`,
    pageText: say("page"),
    sheetName: say("summary"),
  };
}

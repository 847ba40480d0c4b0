import { parentPort, workerData } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";
import type { Cell, DocumentTable, ReportDocument } from "./document.ts";
import { createChartFeature } from "./workbook-chart.ts";

// The thread that writes one workbook of a report. See write-document.ts.

const document = workerData as ReportDocument;
const MAX_NAME = 31;
const MIN_WIDTH = 12;
const MAX_WIDTH = 48;

// Text is typed as text, so that it is never evaluated as a formula.
const text = (value: string, fontWeight?: "bold") => ({
  value,
  type: String,
  ...(fontWeight && { fontWeight }),
});
function toCell(cell: Cell, fontWeight?: "bold") {
  if (typeof cell === "string") return text(cell, fontWeight);
  const { value, digits } = cell;
  if (value === null) return null;
  const format = digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
  return { value, type: Number, format, ...(fontWeight && { fontWeight }) };
}

/** A name that programs accept for a sheet, unlike those before it. */
function nameSheet(title: string, taken: ReadonlySet<string>): string {
  const plain = title.replace(/[[\]:*?/\\'\s]+/g, " ").trim();
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : ` ${number}`;
    const name = plain.slice(0, MAX_NAME - suffix.length) + suffix;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function toRows({ columns, rows, totals }: DocumentTable) {
  return [
    columns.map(({ title }) => text(title, "bold")),
    ...rows.map((row) => row.map((cell) => toCell(cell))),
    ...(totals === undefined ? [] : [totals.map((cell) => toCell(cell, "bold"))]),
  ];
}

function widthOf(values: readonly string[]): { width: number } {
  return { width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...values.map(({ length }) => length + 2))) };
}

const { chart } = document;
const summary = [
  [text(document.title, "bold")],
  [text(document.subtitle)],
  [],
  ...document.facts.map(([label, value]) => [text(label), text(value)]),
  [],
  ...document.figures.map(({ label, text: value, note }) => [
    text(label),
    text(value, "bold"),
    text(note ?? ""),
  ]),
  [],
  ...document.notes.map((note) => [text(note)]),
];
const names = new Set<string>();
function takeName(title: string): string {
  const name = nameSheet(title, names);
  names.add(name.toLowerCase());
  return name;
}
const sheets = [
  {
    sheet: takeName(document.sheetName),
    data: summary,
    columns: [widthOf(document.facts.map(([label]) => label)), { width: 32 }, { width: 32 }],
  },
  ...(chart === undefined
    ? []
    : [
        {
          sheet: takeName(chart.title),
          data: [
            [text(""), text(chart.series, "bold")],
            ...chart.labels.map((label, index) => [
              text(label),
              toCell({ value: chart.values[index] ?? null, digits: 3 }),
            ]),
          ],
          columns: [{ width: 16 }, widthOf([chart.series])],
        },
      ]),
  ...document.tables.map((table) => ({
    sheet: takeName(table.title),
    data: table.rows.length === 0 ? [[text(table.emptyText)]] : toRows(table),
    columns: table.columns.map(({ title }) => widthOf([title])),
    stickyRowsCount: 1,
  })),
];
const chartSheet = sheets[1]?.sheet;
const features =
  chart === undefined || chartSheet === undefined
    ? []
    : [createChartFeature(chart, { sheetIndex: 1, name: chartSheet })];
const content = await writeXlsxFile(sheets as Parameters<typeof writeXlsxFile>[0], { features }).toBuffer();
const bytes = new Uint8Array(content);
parentPort?.postMessage(bytes, [bytes.buffer]);

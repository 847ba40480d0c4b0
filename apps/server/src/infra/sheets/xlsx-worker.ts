import { parentPort, workerData } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";
import type { Sheet } from "./sheet.ts";

// The thread that writes one workbook. See xlsx.ts.

const MAX_WIDTH = 40;
const MARGIN = 2;
/** Rows whose texts decide the width of a column. */
const MEASURED_ROWS = 200;

// The library looks texts up in an object with a prototype and would write a cell "toString" empty. It removes the character
// NUL from a text, which XML does not have, but only after it has looked it up.
const keepText = (value: string) => (value in Object.prototype ? `\u0000${value}` : value);

const widthOf = ({ rows }: Sheet, title: string, index: number) =>
  Math.min(
    MAX_WIDTH,
    MARGIN +
      Math.max(title.length, ...rows.slice(0, MEASURED_ROWS).map((row) => String(row[index] ?? "").length)),
  );

// Text is typed as text, so that it is never evaluated as a formula.
const toCells = ({ head, rows }: Sheet) => [
  head.map((value) => ({ value: keepText(value), type: String, fontWeight: "bold" as const })),
  ...rows.map((row) =>
    row.map((value) =>
      typeof value === "string" ? { value: keepText(value), type: String } : (value ?? null),
    ),
  ),
];

const sheets = (workerData as readonly Sheet[]).map((sheet, number) => ({
  sheet: sheet.name ?? `Sheet${number + 1}`,
  data: toCells(sheet),
  columns: sheet.head.map((title, index) => ({ width: widthOf(sheet, title, index) })),
  stickyRowsCount: 1,
}));
const content = await writeXlsxFile(sheets).toBuffer();
// A copy in memory of its own, which is handed over without copying it again.
const bytes = new Uint8Array(content);
parentPort?.postMessage(bytes, [bytes.buffer]);

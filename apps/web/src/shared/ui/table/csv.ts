import type { CellValue } from "./column.ts";

/**
 * Text that a spreadsheet would evaluate as a formula (security rule 10); numbers are written as numbers. Some programs
 * split cells at a semicolon or tab even inside quotes, so the text after one counts as the start of a cell, too.
 */
const formula = /(^|[;\t])(\s*[=+\-@＝＋－＠]|[\t\r\n])/gu;

function toCell(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(formula, "$1'$2");
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsvLine = (values: readonly CellValue[]): string => `${values.map(toCell).join(",")}\r\n`;

/** RFC 4180 with a byte order mark, which tells a spreadsheet that it is UTF-8. */
export const toCsv = (lines: readonly string[]): Blob =>
  new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" });

import type { CellValue } from "./column.ts";

/**
 * What a spreadsheet would take for a formula (security rule 10). Numbers are numbers, not text. Some part cells at a
 * semicolon or tab whatever stands around them, so what follows one counts as a beginning too.
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

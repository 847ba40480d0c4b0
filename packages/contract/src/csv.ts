export type CellValue = string | number | boolean | null | undefined;

/**
 * The start of text that a spreadsheet would evaluate as a formula (security rule 10); numbers are written as numbers. Some
 * programs split cells at a semicolon or tab even inside quotes, so the text after one counts as the start of a cell, too.
 * A cell that begins as a marked one does is marked as well: a file that is imported again loses one mark at the start of a cell.
 */
const formulaStart = /^(?='+\s*[=+\-@＝＋－＠])|(?<=^|[;\t])(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/gu;

function toCell(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(formulaStart, "'");
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file by RFC 4180. The file begins with `CSV_START`. */
export const toCsvLine = (values: readonly CellValue[]): string => `${values.map(toCell).join(",")}\r\n`;

/** The byte order mark, which tells a spreadsheet that the file is UTF-8. */
export const CSV_START = "\uFEFF";

import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { SheetError } from "./sheet-error.ts";
import { createTableBuilder, nameCell } from "./table-builder.ts";
import type { Table, TableLimits } from "./table-limits.ts";

const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;
/** Enough to see the zero bytes of Latin letters in UTF-16. */
const SAMPLED_BYTES = 512;
const SEPARATORS = [",", ";", "\t"] as const;
const MAX_RECORD_CHARACTERS = 100_000;

/** UTF-16 without a byte order mark has a zero byte in every Latin letter. */
function guessUtf16(content: Uint8Array): string | undefined {
  const sample = content.subarray(0, SAMPLED_BYTES);
  const zeros = [0, 1].map((first) => sample.filter((byte, at) => at % 2 === first && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
}

/** Text of a CSV file: UTF-8 and UTF-16 with or without a byte order mark, else GBK (GB 18030 includes it). */
export function decodeText(content: Uint8Array): string {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));
  const encodings = [mark?.encoding ?? guessUtf16(content) ?? ["utf-8", "gb18030"]].flat();
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them, but files of other kinds do.
      if (!/[\u0000-\u0008\u000e-\u001f]/u.test(text)) return text;
    } catch {
      // Not in this encoding.
    }
  }
  throw new SheetError("importFile.encoding");
}

/** The separator that the first line has most of. */
function findSeparator(text: string): string {
  const [line = ""] = text.split(/[\r\n]/u, 1);
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function parseRecords(text: string, maxRecords: number) {
  try {
    // With `info`, each record comes with the line that it ends in; the types do not follow the option.
    return parse(text, {
      delimiter: findSeparator(text),
      relax_column_count: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      to: maxRecords,
      info: true,
    }) as unknown as { info: { lines: number }; record: string[] }[];
  } catch (error) {
    if (error instanceof CsvError)
      throw new SheetError("importFile.csv", { line: String((error as { lines?: number }).lines ?? 1) });
    throw error;
  }
}

/** Reads a CSV file with commas, semicolons or tabs. */
export function readCsv(content: Uint8Array, limits: TableLimits): Table {
  const table = createTableBuilder(limits);
  // The head, and one row too many, which is refused.
  const records = parseRecords(decodeText(content), limits.maxRows + 2);
  for (const { info, record } of records) {
    const formula = record.findIndex((cell) => cell.startsWith("="));
    if (formula !== -1) throw new SheetError("importFile.formula", { cell: nameCell(info.lines, formula) });
    // Files of this server mark text that a spreadsheet would evaluate.
    table.add(
      info.lines,
      record.map((cell) => cell.replace(/^'(?='*\s*[=+\-@＝＋－＠])/u, "")),
    );
  }
  return table.build();
}

import { SheetError } from "./sheet-error.ts";
import { createTableBuilder, nameCell } from "./table-builder.ts";
import type { Table, TableLimits } from "./table-limits.ts";
import type { Tag } from "./xml-tags.ts";
import { decodeEntities, listTags, readAttribute } from "./xml-tags.ts";
import type { ZipFile } from "./zip.ts";
import { openZip } from "./zip.ts";

/** All parts of a workbook together: ten times what 10,000 rows of devices take. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/** Digits that spreadsheet programs keep of a number. */
const MAX_DIGITS = 15;

function readPart(zip: ZipFile, name: string): string {
  const xml = zip.read(name).toString("utf8");
  // Neither is written by spreadsheet programs, and both could hide tags.
  if (/<!(?:DOCTYPE|\[CDATA)/u.test(xml)) throw new SheetError("importFile.damaged");
  return xml;
}

/** Part of the first visible sheet. */
function findSheet(zip: ZipFile): string {
  const sheets = [...listTags(readPart(zip, "xl/workbook.xml"))].filter(
    ({ name, isEnd }) => name === "sheet" && !isEnd,
  );
  const sheet = sheets.find((tag) => (readAttribute(tag, "state") ?? "visible") === "visible");
  const id = sheet && readAttribute(sheet, "id");
  const target = [...listTags(readPart(zip, "xl/_rels/workbook.xml.rels"))]
    .filter((tag) => readAttribute(tag, "Id") === id)
    .map((tag) => readAttribute(tag, "Target"))[0];
  if (id === undefined || target === undefined) throw new SheetError("importFile.damaged");
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Texts that cells refer to. Phonetic hints (`rPh`) are not part of the text. */
function readTexts(zip: ZipFile): readonly string[] {
  if (!zip.has("xl/sharedStrings.xml")) return [];
  const xml = readPart(zip, "xl/sharedStrings.xml");
  const texts: string[] = [];
  let text = "";
  let from: number | undefined;
  let isHint = false;
  for (const tag of listTags(xml)) {
    if (tag.name === "rPh") isHint = !tag.isEnd && !tag.isEmpty;
    else if (tag.name === "t" && !tag.isEmpty && !isHint) {
      if (tag.isEnd && from !== undefined) text += xml.slice(from, tag.from);
      from = tag.isEnd ? undefined : tag.to;
    } else if (tag.name === "si" && (tag.isEnd || tag.isEmpty)) {
      texts.push(decodeEntities(text));
      text = "";
    }
  }
  return texts;
}

/** A number as it was typed, where all of its digits are kept. */
function toNumberText(raw: string, cell: string): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(MAX_DIGITS)));
  if (Math.abs(value) >= 10 ** MAX_DIGITS) throw new SheetError("importFile.longNumber", { cell });
  return String(value);
}

const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d{1,7}$/u.exec(reference ?? "")?.[1];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** Reads the rows of a sheet, tag by tag; ends at the first row beyond the limits. */
class SheetReader {
  private readonly table: ReturnType<typeof createTableBuilder>;
  private row = 0;
  private cells: string[] = [];
  private column = -1;
  private type = "n";
  private raw = "";
  private from: number | undefined;
  private readonly xml: string;
  private readonly texts: readonly string[];
  private readonly maxColumns: number;

  constructor(xml: string, texts: readonly string[], limits: TableLimits) {
    this.xml = xml;
    this.texts = texts;
    this.maxColumns = limits.maxColumns;
    this.table = createTableBuilder(limits);
  }

  read(): Table {
    for (const tag of listTags(this.xml)) this.take(tag);
    return this.table.build();
  }

  private take(tag: Tag): void {
    const isStart = !tag.isEnd;
    if (tag.name === "row" && isStart) this.startRow(tag);
    if (tag.name === "c" && isStart) this.startCell(tag);
    if (tag.name === "f") throw new SheetError("importFile.formula", { cell: this.cell() });
    if (tag.name === "mergeCell")
      throw new SheetError("importFile.merged", { cells: readAttribute(tag, "ref") ?? "" });
    if (tag.name === "v" || tag.name === "t") this.readText(tag);
    if (tag.name === "c" && (tag.isEnd || tag.isEmpty)) this.endCell();
    if (tag.name === "row" && (tag.isEnd || tag.isEmpty)) this.table.add(this.row, this.cells);
  }

  private cell(): string {
    return nameCell(this.row, Math.max(0, this.column));
  }

  private startRow(tag: Tag): void {
    const number = Number(readAttribute(tag, "r"));
    this.row = number > this.row ? number : this.row + 1;
    this.cells = [];
    this.column = -1;
  }

  private startCell(tag: Tag): void {
    this.column = columnOf(readAttribute(tag, "r")) ?? this.column + 1;
    this.type = readAttribute(tag, "t") ?? "n";
    this.raw = "";
  }

  private readText(tag: Tag): void {
    if (tag.isEnd && this.from !== undefined) this.raw += this.xml.slice(this.from, tag.from);
    this.from = tag.isEnd || tag.isEmpty ? undefined : tag.to;
  }

  private endCell(): void {
    const text = this.toText();
    if (text === "") return;
    if (this.column >= this.maxColumns)
      throw new SheetError("importFile.tooManyColumns", { max: this.maxColumns });
    while (this.cells.length < this.column) this.cells.push("");
    this.cells[this.column] = text;
  }

  private toText(): string {
    if (this.raw === "") return "";
    if (this.type === "s") return this.texts[Number(this.raw)] ?? "";
    if (this.type === "b") return this.raw === "1" ? "TRUE" : "FALSE";
    return this.type === "n" ? toNumberText(this.raw, this.cell()) : decodeEntities(this.raw);
  }
}

/** Reads the first visible sheet of a workbook: texts and numbers only, no formulas and no merged cells. */
export function readXlsx(content: Uint8Array, limits: TableLimits): Table {
  const zip = openZip(content, MAX_UNPACKED_BYTES);
  const texts = readTexts(zip);
  return new SheetReader(readPart(zip, findSheet(zip)), texts, limits).read();
}

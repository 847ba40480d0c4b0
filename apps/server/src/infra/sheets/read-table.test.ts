import { describe, expect, it } from "vitest";
import { writeZip } from "../../../test/zip.ts";
import { readTable } from "./read-table.ts";
import { SheetError } from "./sheet-error.ts";
import { writeSheet } from "./write-sheet.ts";

const limits = { maxRows: 100, maxColumns: 5, maxCellCharacters: 40 };

const WORKBOOK = `<workbook xmlns:r="r"><sheets>
  <sheet name="Hidden" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Devices" sheetId="2" r:id="rId2"/>
</sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/>
  <Relationship Target="/xl/worksheets/sheet1.xml" Id="rId2"/></Relationships>`;

/** A workbook whose visible sheet has these rows. */
const makeWorkbook = (sheet: string, more: Record<string, string> = {}): Buffer =>
  writeZip({
    "xl/workbook.xml": WORKBOOK,
    "xl/_rels/workbook.xml.rels": RELATIONS,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  });

const readXlsx = (file: Uint8Array) => readTable(file, "xlsx", limits);
const readCsv = (file: Uint8Array) => readTable(file, "csv", limits);

/** What is wrong with a file. */
function refusalOf(read: () => unknown): [string, object] {
  try {
    read();
  } catch (error) {
    if (error instanceof SheetError) return [error.problem, error.params];
    throw error;
  }
  throw new Error("the file was read");
}

const TEXTS = ["SN", "别名", "É"];
const expected = {
  head: TEXTS,
  headRow: 1,
  rows: [
    { row: 2, cells: ["D-1", "A1"] },
    { row: 4, cells: ["D-2", "", "x, y"] },
  ],
};
const csv = `${TEXTS.join(",")}\r\nD-1,A1\r\n,,\r\nD-2,,"x, y"\r\n`;

function toUtf16(text: string, isBigEndian = false): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

describe("CSV files", () => {
  it.each([
    ["UTF-8", Buffer.from(csv)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${csv}`)],
    ["UTF-16", toUtf16(csv)],
    ["UTF-16 with a byte order mark", toUtf16(`\uFEFF${csv}`)],
    ["UTF-16 with the high byte first", toUtf16(`\uFEFF${csv}`, true)],
  ])("are read as %s, without empty rows and with the numbers of the others", (_name, file) => {
    expect(readCsv(file)).toEqual(expected);
  });

  it("are read as GBK, and with semicolons or tabs", () => {
    const gbk = Buffer.concat([
      Buffer.from("SN,"),
      Buffer.from([0xb1, 0xf0, 0xc3, 0xfb]),
      Buffer.from("\nD-1,A1\n"),
    ]);
    expect(readCsv(gbk)).toEqual({
      head: ["SN", "别名"],
      headRow: 1,
      rows: [{ row: 2, cells: ["D-1", "A1"] }],
    });
    expect(readCsv(Buffer.from("SN;Alias\nD-1;A1"))).toEqual(readCsv(Buffer.from("SN\tAlias\nD-1\tA1")));
  });

  it.each([
    ["importFile.empty", "SN,Alias\n"],
    ["importFile.csv", 'SN\n"D-1'],
    ["importFile.formula", "SN\n=1+1"],
    ["importFile.tooManyRows", `SN\n${"D-1\n".repeat(101)}`],
    ["importFile.tooManyColumns", "SN\n,,,,,6"],
    ["importFile.cellTooLong", `SN\n${"D".repeat(41)}`],
    ["importFile.encoding", "SN\n\u0001\u0002"],
    ["importFile.otherContent", "PK\u0003\u0004"],
  ])("are refused with %s", (problem, text) => {
    expect(refusalOf(() => readCsv(Buffer.from(text)))[0]).toBe(problem);
  });
});

describe("workbooks", () => {
  it("written by this server are read as they were written", async () => {
    const [first, second] = [
      ["D-1", "A1"],
      ["=D-2", "<&'\"_x0041_>", 15],
    ];
    const { content } = await writeSheet({ head: ["SN", "Alias", "Count"], rows: [first, second] }, "xlsx");
    expect(readXlsx(content)).toEqual({
      head: ["SN", "Alias", "Count"],
      headRow: 1,
      rows: [
        { row: 2, cells: first },
        { row: 3, cells: ["=D-2", "<&'\"A>", "15"] },
      ],
    });
  });

  it("of other programs are read: shared and rich texts, gaps, long numbers, prefixes", () => {
    const sheet = `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>T</x:t></x:is></x:c></x:row>
      <row r="7"><c r="A7" s="1"/><c r="B7"><v>1.23456789012E+14</v></c><c r="C7" t="b"><v>1</v></c><c r="D7"><v>0.1</v></c></row>`;
    const shared = `<sst><si><r><t>S</t></r><r><t xml:space="preserve">N</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si></sst>`;
    expect(readXlsx(makeWorkbook(sheet, { "xl/sharedStrings.xml": shared }))).toEqual({
      head: ["SN", "", "T"],
      headRow: 1,
      rows: [{ row: 7, cells: ["", "123456789012000", "TRUE", "0.1"] }],
    });
  });

  const row = (number: number, cell: string) => `<row r="${number}">${cell}</row>`;
  const head = row(1, '<c r="A1" t="str"><v>SN</v></c>');

  it.each([
    ["importFile.formula", { cell: "B2" }, head + row(2, '<c r="B2"><f>1+1</f><v>2</v></c>')],
    [
      "importFile.merged",
      { cells: "A1:B1" },
      `${head}${head}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
    ],
    ["importFile.longNumber", { cell: "A2" }, head + row(2, '<c r="A2"><v>12345678901234567</v></c>')],
    ["importFile.tooManyColumns", { max: 5 }, head + row(2, '<c r="F2"><v>1</v></c>')],
    [
      "importFile.tooManyRows",
      { max: 100 },
      Array.from({ length: 102 }, (_, at) => row(at + 1, "<c><v>1</v></c>")).join(""),
    ],
    ["importFile.empty", {}, head],
    ["importFile.damaged", {}, `<!DOCTYPE a [<!ENTITY b "c">]>${head}`],
  ])("are refused with %s", (problem, params, sheet) => {
    expect(refusalOf(() => readXlsx(makeWorkbook(sheet)))).toEqual([problem, params]);
  });

  it("that unpack to more than they may are refused while they are unpacked", () => {
    const bomb = makeWorkbook("", { "xl/sharedStrings.xml": " ".repeat(40 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    // The file states that it is small.
    const at = bomb.lastIndexOf("xl/sharedStrings.xml") - 46;
    bomb.writeUInt32LE(10, at + 24);
    expect(refusalOf(() => readXlsx(bomb))[0]).toBe("importFile.unpackedTooLarge");
  });

  it("that are damaged, protected or no workbook are refused", () => {
    const whole = makeWorkbook(head);
    expect(refusalOf(() => readXlsx(whole.subarray(0, whole.length - 30)))[0]).toBe("importFile.damaged");
    for (let cut = 4; cut < whole.length; cut += 7) {
      const broken = Buffer.from(whole);
      broken.fill(0xff, cut, cut + 5);
      expect(refusalOf(() => readXlsx(broken))[0]).toMatch(/^importFile\./);
    }
    expect(refusalOf(() => readXlsx(writeZip({ "a.txt": "text" })))[0]).toBe("importFile.damaged");
    expect(refusalOf(() => readXlsx(Buffer.from("SN\nD-1")))[0]).toBe("importFile.otherContent");
    expect(refusalOf(() => readXlsx(Buffer.from("d0cf11e0a1b11ae1", "hex")))[0]).toBe("importFile.password");
  });
});

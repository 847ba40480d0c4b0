import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportStage } from "../../../../test/import-stage.ts";
import { openImportStage } from "../../../../test/import-stage.ts";
import { writeZip } from "../../../../test/zip.ts";

let stage: ImportStage;
beforeAll(async () => {
  stage = await openImportStage();
});
afterAll(async () => await stage.close());

/** A workbook of one sheet with these rows, as XML. */
const makeWorkbook = (rows: string, more: Record<string, string> = {}) =>
  writeZip({
    "xl/workbook.xml": `<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const HEAD = '<row r="1"><c r="A1" t="str"><v>SN</v></c></row>';
const MIB = 1024 * 1024;
const CSV = "序列号,注册码\nD-10001,MFRGGZDFMZTWQ2LK\n";
/** The same text in GBK. */
const GBK = Buffer.concat([
  Buffer.from("d0f2c1d0bac5", "hex"),
  Buffer.from(","),
  Buffer.from("d7a2b2e1c2eb", "hex"),
  Buffer.from("\nD-10001,MFRGGZDFMZTWQ2LK\n"),
]);

test.each<[string, string, () => Buffer | string, string]>([
  [
    "a zip bomb",
    "a.xlsx",
    () => makeWorkbook(HEAD, { "xl/sharedStrings.xml": " ".repeat(64 * MIB) }),
    "unpacked",
  ],
  [
    "a workbook of 1,000,000 rows",
    "a.xlsx",
    () => makeWorkbook("<row><c><v>1</v></c></row>".repeat(1e6)),
    "more than 10000 rows",
  ],
  ["a CSV file of 1,000,000 rows", "a.csv", () => `SN\n${"D-1\n".repeat(1e6)}`, "more than 10000 rows"],
  ["a file above the size limit", "a.csv", () => `SN\n${"D".repeat(5 * MIB)}`, "5 MB"],
  [
    "formulas in a workbook",
    "a.xlsx",
    () => makeWorkbook(`${HEAD}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>`),
    "Cell A2 contains a formula.",
  ],
  ["formulas in a CSV file", "a.csv", () => "SN\n=1+1", "Cell A2 contains a formula."],
  [
    "merged cells",
    "a.xlsx",
    () =>
      makeWorkbook(
        `${HEAD}<row r="2"><c r="A2"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
      ),
    "The cells A2:B2 are merged.",
  ],
  ["a CSV file named as a workbook", "a.xlsx", () => CSV, "does not match its extension"],
  ["a workbook named as a CSV file", "a.csv", () => makeWorkbook(HEAD), "does not match its extension"],
  ["a file with another extension", "a.xls", () => CSV, "Only .xlsx and .csv files are accepted."],
  ["an empty file", "a.csv", () => "", "The file is empty."],
  ["an empty workbook", "a.xlsx", () => makeWorkbook(""), "no rows below its column titles"],
  ["titles without rows", "a.csv", () => "SN,Code\n", "no rows below its column titles"],
  [
    "a workbook with a password",
    "a.xlsx",
    () => Buffer.from("d0cf11e0a1b11ae1".padEnd(4096, "0"), "hex"),
    "password",
  ],
  ["bytes that are no text", "a.csv", () => Buffer.from("SN\n\u0001\u0002"), "cannot be read"],
])("refuses %s with a sentence and stores nothing", async (_name, fileName, makeFile, sentence) => {
  const caller = await stage.createInstaller();
  const refused = await stage.upload(caller, makeFile(), { fileName });
  expect(refused).toMatchObject({ code: "A0700", msg: expect.stringContaining(sentence) });
  const { rows } = await sql`select from device_imports where account_id = ${caller.account.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);
});

test.each([
  ["GBK", GBK],
  ["UTF-8", Buffer.from(CSV)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${CSV}`)],
  ["UTF-16", Buffer.from(CSV, "utf16le")],
  ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${CSV}`, "utf16le")],
])("reads a CSV file in %s", async (_name, file) => {
  const caller = await stage.createInstaller();
  const { data } = await stage.upload(caller, file);
  expect(data).toMatchObject({
    total: 1,
    columns: [
      { title: "序列号", field: "sn", samples: ["D-10001"] },
      { title: "注册码", field: "registrationCode", samples: ["••••"] },
    ],
  });
});

test("refuses files that it cannot read, columns that are missing, and imports of others", async () => {
  const caller = await stage.createInstaller();
  const refusals = await Promise.all([
    stage.upload(caller, "SN\nD-1", { fileName: "devices.txt" }),
    stage.upload(caller, "SN\nD-1", { fileName: "devices.xlsx" }),
    stage.upload(caller, "SN\n=A1"),
    stage.upload(caller, `SN\n${"D-1\n".repeat(10_001)}`),
    stage.upload(caller, "SN\nD-1", { kind: "register" }),
  ]);
  expect(refusals.map(({ code, msg }) => [code, msg])).toEqual([
    ["A0700", "Only .xlsx and .csv files are accepted."],
    ["A0700", expect.stringContaining("does not match its extension")],
    ["A0700", "Cell A2 contains a formula. Replace formulas by their values."],
    ["A0700", "The file has more than 10000 rows. Split it into several files."],
    ["A0300", expect.any(String)],
  ]);
  const { rows } = await sql`select from device_imports where account_id = ${caller.account.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);

  const { data } = await stage.upload(caller, "SN,Registration code\nD-1,x");
  const start = (columns: (string | null)[], by = caller) =>
    by.post("/workData/device/import/toPlant", {
      importId: data.importId,
      columns,
      mode: "check",
      stationId: by.plant.id,
    });
  expect((await start(["sn", null])).data.fields).toEqual([
    { path: "columns", message: "Select the column of Registration code." },
  ]);
  expect(
    (await start(["sn", "sn"])).data.fields.map(({ message }: { message: string }) => message),
  ).toContain("Serial number is selected for two columns.");
  const stranger = await stage.createInstaller();
  expect((await start(["sn", "registrationCode"], stranger)).code).toBe("A0404");
  const { rows: stored } = await sql<{ text: string }>`
    select encode(content, 'escape') as text from device_imports where id = ${data.importId}`.execute(
    stage.db,
  );
  expect(stored[0]?.text).not.toContain("Registration code");
});

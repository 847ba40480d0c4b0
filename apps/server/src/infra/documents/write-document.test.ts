import { expect, test } from "vitest";
import { hasPdfReader, listPdfFonts, readPdfText } from "../../../test/pdf.ts";
import { countMissingGlyphs } from "../../../test/pdf-pages.ts";
import { readZip } from "../../../test/zip.ts";
import type { ReportDocument } from "./document.ts";
import { axisStep } from "./pdf-chart.ts";
import { countColumns } from "./pdf-layout.ts";
import { splitRuns } from "./pdf-text.ts";
import { writeDocument } from "./write-document.ts";

const document: ReportDocument = {
  locale: "en-GB",
  brand: "Heliograph",
  title: "Casa do João 屋顶 หลังคา",
  subtitle: "March 2026",
  facts: [["Plant", "屋顶一号"]],
  figures: [{ label: "Energy", text: "1,234.5 kWh", note: "estimated" }],
  chart: {
    title: "Energy per day",
    series: "Energy (kWh)",
    kind: "bars",
    values: [1, null, 3],
    isMissing: [false, true, false],
    labels: ["1", "2", "3"],
    ticks: [0, 1, 2],
    missingText: "No data",
  },
  tables: [
    {
      title: "Days: all",
      columns: [{ title: "Day" }, { title: "Energy (kWh)", isNumber: true }],
      rows: [
        ["=1+1", { value: 1234.567, digits: 2 }],
        ["2", { value: null, digits: 2 }],
        ...Array.from({ length: 80 }, (_, index) => [`row ${index}`, { value: index, digits: 0 }] as const),
      ],
      totals: ["Total", { value: 1, digits: 2 }],
      emptyText: "",
    },
  ],
  notesTitle: "Notes",
  notes: ["缺失数据不按零计算。".repeat(12), "ข้อมูลที่ขาดหายไม่นับเป็นศูนย์".repeat(8)],
  footer: "Created today",
  pageText: "Page {page} of {pages}",
  sheetName: "Summary",
};

test("figures fill their rows evenly, and those with a note are wider", () => {
  const columnsOf = (count: number, note?: string) =>
    countColumns(
      Array.from({ length: count }, () => ({ label: "A", text: "1", ...(note !== undefined && { note }) })),
    );
  expect([0, 1, 4, 5, 6, 7, 9].map((count) => columnsOf(count))).toEqual([1, 1, 4, 5, 3, 4, 5]);
  expect([4, 5, 6].map((count) => columnsOf(count, "on 3 May"))).toEqual([4, 3, 3]);
});

test.skipIf(!hasPdfReader)("a PDF has every text in embedded fonts, and its pages are numbered", async () => {
  const { content, contentType } = await writeDocument(document, "pdf");
  expect(contentType).toBe("application/pdf");
  const text = readPdfText(content);
  for (const expected of [
    "Casa do João",
    "屋顶一号",
    "หลังคา",
    "1,234.5 kWh",
    "1,234.57",
    "No data",
    "row 79",
    "Page 1 of 3",
  ])
    expect(text).toContain(expected);
  expect(text.match(/Energy \(kWh\)/g)?.length).toBeGreaterThan(2);
  const fonts = listPdfFonts(content);
  expect(fonts.map(({ name }) => name).join()).toMatch(
    /NotoSansThai.*NotoSansHans|NotoSansHans.*NotoSansThai/,
  );
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
});

test("a character that no font has is found by the glyph that is drawn for it", async () => {
  const count = async (title: string) =>
    countMissingGlyphs((await writeDocument({ ...document, title }, "pdf")).content);
  expect(await count("屋顶 หลังคา Dach")).toBe(0);
  expect(await count("Dach \u{10348}")).toBeGreaterThan(0);
});

test("the subset of a Chinese font keeps a PDF small", async () => {
  const { content } = await writeDocument(document, "pdf");
  expect(content.byteLength).toBeLessThan(400_000);
});

test("a workbook has the same as numbers, a gap where data is missing, and a chart", async () => {
  const { content } = await writeDocument(document, "xlsx");
  const files = readZip(Buffer.from(content));
  const names = [...(files.get("xl/workbook.xml") ?? "").matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(["Summary", "Energy per day", "Days all"]);
  const chart = files.get("xl/charts/chart1.xml") ?? "";
  expect(chart).toContain("'Energy per day'!$B$2:$B$4");
  expect(chart).toContain('<c:dispBlanksAs val="gap"/>');
  expect(files.get("[Content_Types].xml")).toContain("/xl/charts/chart1.xml");
  expect(files.get("xl/drawings/_rels/drawing2.xml.rels")).toContain("../charts/chart1.xml");
  const table = files.get("xl/worksheets/sheet3.xml") ?? "";
  expect(table).toContain("<v>1234.567</v>");
  expect(table).not.toContain("<f>");
  const chartCells = files.get("xl/worksheets/sheet2.xml") ?? "";
  expect(chartCells).not.toContain('r="B3"');
});

test("writing ends with the reason of its signal", async () => {
  const reason = new Error("cancelled");
  await expect(writeDocument(document, "pdf", AbortSignal.abort(reason))).rejects.toBe(reason);
});

test("texts are split by the font that has their characters", () => {
  expect(splitRuns("Dach 屋顶 1 ก")).toEqual([
    { text: "Dach ", isHan: false },
    { text: "屋顶", isHan: true },
    { text: " 1 ก", isHan: false },
  ]);
});

test("grid lines are 1, 2 or 5 times a power of ten apart", () => {
  expect([0, 0.9, 7, 23, 480, 1000].map(axisStep)).toEqual([1, 0.2, 2, 5, 100, 200]);
});

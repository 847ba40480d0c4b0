import { expect, test } from "vitest";
import { readTable } from "./read-table.ts";
import { writeSheet } from "./write-sheet.ts";

const sheet = {
  head: ["Number"],
  rows: Array.from({ length: 200_000 }, (_, index) => [index]),
};

test("a workbook is no longer written once the signal is aborted, nor begun afterwards", async () => {
  const controller = new AbortController();
  const reason = new Error("cancelled");
  const writing = writeSheet(sheet, "xlsx", controller.signal);
  controller.abort(reason);
  await expect(writing).rejects.toBe(reason);
  await expect(writeSheet(sheet, "xlsx", controller.signal)).rejects.toBe(reason);
});

test("a workbook is written where the signal is not aborted", async () => {
  const { content } = await writeSheet(
    { head: ["Number"], rows: [[1]] },
    "xlsx",
    new AbortController().signal,
  );
  expect(Buffer.from(content).subarray(0, 2).toString()).toBe("PK");
});

test("a workbook keeps texts that are names of members every object has", async () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const { content } = await writeSheet({ head: names, rows: [names] }, "xlsx");
  const limits = { maxRows: 1, maxColumns: names.length, maxCellCharacters: 100 };
  expect(readTable(content, "xlsx", limits)).toEqual({
    head: names,
    headRow: 1,
    rows: [{ row: 2, cells: names }],
  });
});

import { expect, it } from "vitest";
import { collectRows } from "./collect-rows.ts";

const list = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index) }));

function reader(rows: { id: string }[]) {
  const asked: number[] = [];
  return {
    asked,
    read: (page: number, pageSize: number) => {
      asked.push(page);
      return Promise.resolve({
        rows: rows.slice((page - 1) * pageSize, page * pageSize),
        total: rows.length,
      });
    },
  };
}

const rest = {
  pageSize: 200 as const,
  keyOf: ({ id }: { id: string }) => id,
  signal: new AbortController().signal,
};

it("reads every page and reports progress", async () => {
  const { read, asked } = reader(list(450));
  const reported: number[] = [];
  const rows = await collectRows({
    ...rest,
    read,
    report: (share) => reported.push(Math.round(share * 100)),
  });
  expect(rows).toHaveLength(450);
  expect(asked).toEqual([1, 2, 3]);
  expect(reported).toEqual([44, 89]);
});

it("reads no page beyond the last", async () => {
  const { read, asked } = reader(list(400));
  expect(await collectRows({ ...rest, read, report: () => undefined })).toHaveLength(400);
  expect(asked).toEqual([1, 2]);
});

it("counts a row once that moves to a later page", async () => {
  const first = list(200);
  const pages = [first, [...first.slice(199), { id: "new" }]];
  const rows = await collectRows({
    ...rest,
    read: (page) => Promise.resolve({ rows: pages[page - 1] ?? [], total: 201 }),
    report: () => undefined,
  });
  expect(rows).toHaveLength(201);
});

it("stops when it is cancelled", async () => {
  const stop = new AbortController();
  const { read, asked } = reader(list(1_000));
  const reading = collectRows({ ...rest, signal: stop.signal, read, report: () => stop.abort() });
  await expect(reading).rejects.toThrow(/abort/i);
  expect(asked).toEqual([1, 2]);
});

it("reads no more pages than the first rows need", async () => {
  const { read, asked } = reader(list(900));
  const rows = await collectRows({ ...rest, read, maxRows: 500 });
  expect(rows.map(({ id }) => id)).toEqual(list(500).map(({ id }) => id));
  expect(asked).toEqual([1, 2, 3]);
});

import { expect, it } from "vitest";
import { checkTableOwners } from "./table-owners.ts";
import { listTableWriters, listWrittenTables } from "./table-writers.ts";

const modules = "apps/server/src/modules";
const a = `${modules}/devices/a/a.repository.ts`;
const b = `${modules}/system/b/b.repository.ts`;

it.each([
  ["sql`insert into slots (id) values (1)`", "slots"],
  ["sql`with gone as (delete from slots where id = 1 returning id) select id from gone`", "slots"],
  ["sql`\n  update slots\n  set label = ''`", "slots"],
  ["sql`update slots s set label = ''`", "slots"],
  ["sql`update slots as s set label = ''`", "slots"],
  ['"alter table samples delete where plant = 1"', "samples"],
  ["`truncate table slots`", "slots"],
  ['clickhouse.insertColumns(\n  "samples", columns, 1)', "samples"],
  ['clickhouse.insertRows("reports", rows)', "reports"],
])("finds the table that %j writes", (text, table) => {
  expect(listWrittenTables(text)).toEqual([table]);
});

it.each([
  "sql`select id from slots where id = 1 for update of slots`",
  "sql`on conflict (id) do update set label = ''`",
  "sql`for update skip locked`",
  "// sql`delete from slots`",
  "/** Like `update slots set …`. */",
])("finds no written table in %j", (text) => {
  expect(listWrittenTables(text)).toEqual([]);
});

it("lists the modules that write each table, and infra by folder", () => {
  const writers = listTableWriters(
    new Map([
      [b, "sql`insert into slots`; sql`insert into devices`"],
      [a, "sql`delete from slots`"],
      ["apps/server/src/infra/mail/outbox.repository.ts", "sql`delete from outbox where id = 1`"],
      ["apps/web/src/a.ts", "sql`delete from slots`"],
    ]),
  );
  expect([...writers]).toEqual([
    ["devices", ["system/b"]],
    ["outbox", ["infra/mail"]],
    ["slots", ["devices/a", "system/b"]],
  ]);
});

const nothing = { shared: {}, owners: {} };
const shared = { slots: { owner: "devices/a", others: ["system/b"], reason: "test" } };

it("refuses a second writer of a table that is not declared as shared", () => {
  const sources = new Map([
    [a, "sql`insert into slots`"],
    [b, "sql`insert into slots`"],
  ]);
  expect(checkTableOwners(sources, nothing)).toEqual([
    expect.objectContaining({
      message: expect.stringContaining("table slots is written by devices/a, system/b"),
    }),
  ]);
  expect(checkTableOwners(sources, { shared, owners: {} })).toEqual([]);
});

it("refuses a declared writer that no longer writes", () => {
  const declared = { shared, owners: {} };
  expect(checkTableOwners(new Map([[a, "sql`insert into slots`"]]), declared)).toHaveLength(1);
  expect(checkTableOwners(new Map(), declared)).toHaveLength(1);
});

it("refuses another single writer than the named owner", () => {
  const sources = new Map([[a, "sql`insert into slots`"]]);
  expect(checkTableOwners(sources, { shared: {}, owners: { slots: "system/b" } })).toHaveLength(1);
  expect(checkTableOwners(sources, { shared: {}, owners: { slots: "devices/a" } })).toEqual([]);
});

it.each([
  `delete from \${sql.table(name)} where id = 1`,
  `update \${sql.table(name)} set id = 1`,
  `alter table \${name} delete where id = 1`,
  `insert into \${sql.table(name)} (id) values (1)`,
])("refuses %j, whose table cannot be read", (text) => {
  expect(checkTableOwners(new Map([[a, text]]), nothing)).toEqual([
    { file: a, message: "writes a table whose name is not in the SQL text" },
  ]);
});

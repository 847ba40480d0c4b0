import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { splitStatements } from "./clickhouse/migrate-clickhouse.ts";
import { planMigrations, readMigrations } from "./migration-files.ts";

const folderOf = (engine: string) => fileURLToPath(new URL(`../../migrations/${engine}`, import.meta.url));
const own = folderOf("clickhouse");

test("splits a file at semicolons that end a line, and at no others", () => {
  const file =
    "-- one; and more\ncreate table a (x String default ';');\n\n-- two\ninsert into a values ('b;c'); \n-- the end\n";
  expect(splitStatements(file)).toEqual([
    "-- one; and more\ncreate table a (x String default ';')",
    "-- two\ninsert into a values ('b;c')",
  ]);
});

test("every ClickHouse statement can run twice, since an interrupted start repeats its file", async () => {
  for (const file of await readdir(own)) {
    const statements = splitStatements(await readFile(join(own, file), "utf8"));
    for (const statement of statements) {
      const command = statement.replace(/^--.*\n/gm, "");
      const target = /^insert into (\w+)/.exec(command)?.[1];
      if (target !== undefined) {
        // Rows that are written again replace themselves.
        const creation = statements.find((other) => other.includes(`create table if not exists ${target} (`));
        expect(creation, `${file}: the table of "insert into ${target}"`).toMatch(
          /^engine = ReplacingMergeTree/m,
        );
        continue;
      }
      // Rows that are gone are not deleted again.
      if (/^alter table \w+ delete\s+where\b/.test(command)) continue;
      expect(command, `${file}: ${command.slice(0, 60)}`).toMatch(
        /^(create|alter|drop)\b[\s\S]*\bif (not )?exists\b/i,
      );
    }
  }
});

/** Statements after which a program of the version before may fail. */
const removals = [
  /\bdrop (table|column|view|function|type)\b/i,
  /\brename (to|column)\b/i,
  /\balter column \w+ (set not null|(set data )?type)\b/i,
  /\badd column (if not exists )?\w+ (?![^;]*\bdefault\b)[^,;]*\bnot null\b/i,
];

/** The first migration of the rule; nothing runs on a version from before it. */
const RULE_FROM = 200;

const findRemovals = (sql: string) => removals.filter((removal) => removal.test(sql.replace(/--.*$/gm, "")));

test.each(["postgres", "clickhouse"])(
  "a migration of %s that removes what earlier programs use says which they are",
  async (engine) => {
    for (const { version, name, needs, sql } of await readMigrations(folderOf(engine)))
      if (version >= RULE_FROM && needs === null) expect(findRemovals(sql), name).toEqual([]);
  },
);

test("finds removals, and leaves additions alone", () => {
  for (const sql of [
    "alter table plants drop column height",
    "alter table plants rename column a to b",
    "alter table plants alter column a set not null",
    "alter table plants add column a text not null",
    "drop table if exists plants",
  ])
    expect(findRemovals(sql), sql).toHaveLength(1);
  for (const sql of [
    "alter table plants add column a text, add column b integer not null default 0",
    "create table later (a text not null)",
    "-- drop table plants",
  ])
    expect(findRemovals(sql), sql).toEqual([]);
});

describe("a folder of migrations", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function put(...names: string[]): Promise<void> {
    for (const name of names) await writeFile(join(folder, name), `select '${name}';\n`);
  }

  test("is read in order, and only migrations not yet applied are pending", async () => {
    await put("0002-second.sql", "0001-first.sql", "README.md");
    const all = await readMigrations(folder);
    expect(all.map(({ version, name }) => [version, name])).toEqual([
      [1, "first"],
      [2, "second"],
    ]);
    expect(planMigrations("X", all, all.slice(0, 1))).toEqual(all.slice(1));
    expect(planMigrations("X", all, all)).toEqual([]);
  });

  test("keeps the numbers of its files, and applies one added later after the others", async () => {
    await put("0001-first.sql", "0003-third.sql");
    const before = await readMigrations(folder);
    expect(before.map(({ version }) => version)).toEqual([1, 3]);
    await put("0002-second.sql");
    const left = planMigrations("X", await readMigrations(folder), before);
    expect(left.map(({ version }) => version)).toEqual([2]);
  });

  test.each([[["0001-first.sql", "0001-other.sql"]], [["0001_first.sql"]], [["1-first.sql"]]])(
    "fails for a duplicate number or a wrong name: %o",
    async (names) => {
      await put(...names);
      await expect(readMigrations(folder)).rejects.toThrow("migrations are named 0001-name.sql");
    },
  );

  test("prevents the start when an applied file was changed", async () => {
    await put("0001-first.sql");
    const all = await readMigrations(folder);
    const changed = [{ version: 1, name: "first", checksum: "other", needs: null }];
    expect(() => planMigrations("ClickHouse", all, changed)).toThrow(
      "Migration 1 (first) of the ClickHouse database was changed after it was applied",
    );
  });

  test("accepts migrations of a newer program, but not those that need a migration it does not have", async () => {
    await put("0001-first.sql");
    const first = await readMigrations(folder);
    await put("0002-second.sql");
    await writeFile(join(folder, "0003-third.sql"), "-- needs 0002\nalter table a drop column b;\n");
    const all = await readMigrations(folder);
    expect(all.map(({ needs }) => needs)).toEqual([null, null, 2]);
    expect(planMigrations("X", first, all.slice(0, 2))).toEqual([]);
    expect(planMigrations("X", all.slice(0, 2), all)).toEqual([]);
    expect(() => planMigrations("ClickHouse", first, all)).toThrow(
      "The ClickHouse database is newer than this program (it has migration 3, third)",
    );
  });
});

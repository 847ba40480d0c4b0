import { expect, it } from "vitest";
import { checkSqlPlaces } from "./sql-places.ts";

const check = (file: string, text: string, elsewhere: readonly string[] = []): string[] =>
  checkSqlPlaces(new Map([[`apps/server/src/${file}`, text]]), elsewhere).map(({ message }) => message);

const WITH_SQL = 'import { sql } from "kysely";';

it.each(["modules/a/b/b.repository.ts", "modules/a/b/b-sql.ts"])("accepts SQL in %s", (file) => {
  expect(check(file, WITH_SQL)).toEqual([]);
});

it.each(["modules/a/b/b.service.ts", "modules/a/b/rules.ts", "app/mount.ts", "main/api.ts"])(
  "refuses SQL in %s",
  (file) => {
    expect(check(file, WITH_SQL)).toEqual([expect.stringContaining("contains SQL")]);
  },
);

it("accepts types of the query builder anywhere", () => {
  expect(check("infra/postgres/database.ts", 'import type { Kysely } from "kysely";')).toEqual([]);
});

it("accepts a file that is declared as not yet divided, and refuses the entry once it is", () => {
  const file = "modules/a/b/b.service.ts";
  expect(check(file, WITH_SQL, [file])).toEqual([]);
  expect(check(file, "", [file])).toEqual([expect.stringContaining("remove it from SQL_ELSEWHERE")]);
});

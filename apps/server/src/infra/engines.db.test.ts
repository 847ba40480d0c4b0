import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

test("opens both engines migrated", async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from schema_migrations`.execute(
    engines.db,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  const tables = await engines.clickhouse.query<{ name: string }>("show tables");
  expect(tables.map(({ name }) => name)).toContain("samples");
});

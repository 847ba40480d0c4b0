import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { PLANNED_EACH_TIME, PreparingClient } from "./preparing-client.ts";

const RUNS_BEFORE = 4;

describe("a connection that prepares what it runs often", () => {
  let client: PreparingClient;
  let table: string;

  beforeAll(async () => {
    client = new PreparingClient({ connectionString: inject("databaseUrl") });
    await client.connect();
  });
  afterAll(() => client.end());
  beforeEach(async () => {
    // A name of its own, since texts are counted for the whole process.
    table = `prepared_${randomUUID().replaceAll("-", "")}`;
    await client.query(`create temporary table ${table} (id int, value int)`);
    await client.query(`insert into ${table} values (1, 10), (2, 20)`);
  });

  const run = async (id: number): Promise<unknown> =>
    (await client.query(`select * from ${table} where id = $1`, [id])).rows[0];
  const countPrepared = async () =>
    (
      await client.query(
        `select count(*)::int as count from pg_prepared_statements where statement like '%${table}%'`,
      )
    ).rows[0]?.count;
  async function runOften(): Promise<void> {
    for (let turn = 0; turn <= RUNS_BEFORE; turn += 1) await run(1);
  }

  test("prepares a text from its fifth run, once, and gives the same rows", async () => {
    for (let turn = 0; turn < RUNS_BEFORE; turn += 1) expect(await run(1)).toEqual({ id: 1, value: 10 });
    expect(await countPrepared()).toBe(0);
    expect([await run(1), await run(2), await run(3)]).toEqual([
      { id: 1, value: 10 },
      { id: 2, value: 20 },
      undefined,
    ]);
    expect(await countPrepared()).toBe(1);
  });

  test("does not prepare a text that says it is planned each time", async () => {
    const text = `
      ${PLANNED_EACH_TIME} select * from ${table} where id = $1`;
    for (let turn = 0; turn <= RUNS_BEFORE; turn += 1)
      expect((await client.query(text, [1])).rows).toEqual([{ id: 1, value: 10 }]);
    expect(await countPrepared()).toBe(0);
  });

  test("gives the new result after its columns changed", async () => {
    await runOften();
    await client.query(`alter table ${table} alter column value type text, add column added int default 7`);
    expect(await run(1)).toEqual({ id: 1, value: "10", added: 7 });
    expect(await run(2)).toEqual({ id: 2, value: "20", added: 7 });
  });

  test("fails once in a transaction after its columns changed, and works in the next one", async () => {
    await runOften();
    await client.query(`alter table ${table} add column added int`);
    await client.query("begin");
    await expect(run(1)).rejects.toMatchObject({ code: "0A000" });
    await client.query("rollback");
    await client.query("begin");
    expect(await run(1)).toEqual({ id: 1, value: 10, added: null });
    await client.query("commit");
  });

  test("prepares again what a pooler has discarded", async () => {
    await runOften();
    await client.query("deallocate all");
    expect(await run(2)).toEqual({ id: 2, value: 20 });
    expect(await run(1)).toEqual({ id: 1, value: 10 });
    expect(await countPrepared()).toBe(1);
  });

  test("keeps other errors as they are", async () => {
    const divide = (by: number) => client.query(`select 1 / $1::int as ${table}`, [by]);
    for (let turn = 0; turn <= RUNS_BEFORE; turn += 1) await divide(1);
    await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
  });

  test("never prepares more than 300 texts", async () => {
    for (let text = 0; text < 310; text += 1)
      for (let turn = 0; turn <= RUNS_BEFORE; turn += 1)
        await client.query(`select $1::int as ${table}_${text}`, [turn]);
    const { rows } = await client.query("select count(*)::int as count from pg_prepared_statements");
    expect(rows[0]?.count).toBeGreaterThan(250);
    expect(rows[0]?.count).toBeLessThanOrEqual(300);
  });
});

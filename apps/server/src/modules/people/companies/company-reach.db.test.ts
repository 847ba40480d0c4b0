import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createCompany } from "../../../../test/fixtures.ts";
import { createSeededRandom, pickOne } from "../../../../test/random.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const CHANGES = 60;

/** What is stored beside what recursion finds, for the companies below one. */
async function listDifferences(topId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with recursive below as (
      select id, id as ancestor_id from companies where id in (
        with recursive own as (
          select id from companies where id = ${topId}
          union select lower.id from companies lower join own on lower.upstream_id = own.id
        ) select id from own
      )
      union
      select below.id, c.upstream_id from below join companies c on c.id = below.ancestor_id where c.upstream_id is not null
    ), stored as (
      select company_id as id, ancestor_id from company_reach where company_id in (select id from below)
    )
    (select 'stored' as side, * from (select * from stored except select * from below) s)
    union all (select 'found', * from (select * from below except select * from stored) f)`.execute(
    engines.db,
  );
  return rows;
}

const add = async (upstreamId: string): Promise<string> =>
  (await createCompany(engines.db, { upstreamId })).id;

async function move(companyId: string, upstreamId: string): Promise<void> {
  await sql`
    update companies set upstream_id = ${upstreamId} where id = ${companyId}
      and not exists (select from company_reach where ancestor_id = ${companyId} and company_id = ${upstreamId})`.execute(
    engines.db,
  );
}

test("keeps what each company reaches through additions, moves and deletions at random", async () => {
  const random = createSeededRandom(7);
  const topId = (await createCompany(engines.db)).id;
  const companies = [topId];
  for (let change = 0; change < CHANGES; change++) {
    const kind = random();
    if (kind < 0.5 || companies.length < 3) companies.push(await add(pickOne(random, companies)));
    else if (kind < 0.85) await move(pickOne(random, companies.slice(1)), pickOne(random, companies));
    else {
      const { rows } = await sql<{ id: string }>`
        delete from companies c where id = any(${companies.slice(1)}::uuid[])
          and not exists (select from companies lower where lower.upstream_id = c.id) returning id`.execute(
        engines.db,
      );
      for (const { id } of rows) companies.splice(companies.indexOf(id), 1);
    }
  }
  expect(companies.length).toBeGreaterThan(3);
  expect(await listDifferences(topId)).toEqual([]);
});

test("keeps the way up of a company that is added below one that moves at the same time", async () => {
  const topId = (await createCompany(engines.db)).id;
  const [former, next] = [await add(topId), await add(topId)];
  const moved = await add(former);
  let addedId: Promise<string> | undefined;
  await engines.db.transaction().execute(async (trx) => {
    await sql`update companies set upstream_id = ${next} where id = ${moved}`.execute(trx);
    addedId = add(moved);
    // It waits for the move.
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted and objid = hashtext('company_reach')::bigint & 4294967295`.execute(
          engines.db,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
  });
  const { rows } = await sql<{ id: string }>`
    select ancestor_id as id from company_reach where company_id = ${await addedId}`.execute(engines.db);
  expect(rows.map(({ id }) => id)).toContain(next);
  expect(rows.map(({ id }) => id)).not.toContain(former);
});

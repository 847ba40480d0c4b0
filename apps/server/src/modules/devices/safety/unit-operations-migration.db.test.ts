import { expect, test } from "vitest";
import { openEarlierDatabase } from "../../../../test/earlier-database.ts";
import { createLogger } from "../../../infra/logger.ts";
import { migratePostgres } from "../../../infra/postgres/migrate-postgres.ts";

test("an update takes single devices that were measured closed before for closed, and no others", async () => {
  const client = await openEarlierDatabase("0259");
  // Rows of plants and accounts are not needed.
  await client.query("set session_replication_role = replica");
  await client.query(`
    create table played (id uuid primary key default gen_random_uuid(), name text, kind text, states text[], is_single boolean);
    insert into played (name, kind, states, is_single) values ('closed', 'reset', '{closed,closed}', true),
      ('partly', 'reset', '{closed,timeout}', true), ('relay', 'reset', '{}', true), ('opened', 'shutdown', '{closed}', true),
      ('plant', 'reset', '{closed}', false);
    insert into safety_operations (id, plant_id, device_id, kind, accepted_at, deadline_at, ended_at)
    select id, gen_random_uuid(), case when is_single then gen_random_uuid() end, kind, '2026-06-21 12:00Z', '2026-06-21 12:01Z', null
    from played;
    insert into safety_units (operation_id, device_id, state, proven_at)
    select id, gen_random_uuid(), state, '2026-06-21 12:00:10Z'::timestamptz + make_interval(secs => at)
    from played, unnest(states) with ordinality as states (state, at)`);
  await migratePostgres(client, createLogger({ logLevel: "silent" }));
  const { rows } = await client.query(`
    select played.name, o.proven_at as at from safety_operations o join played using (id) where o.proven_at is not null`);
  expect(rows).toEqual([{ name: "closed", at: new Date("2026-06-21T12:00:12Z") }]);
});

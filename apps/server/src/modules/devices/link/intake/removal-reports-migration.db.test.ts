import { expect, test } from "vitest";
import { openEarlierDatabase } from "../../../../../test/earlier-database.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { migratePostgres } from "../../../../infra/postgres/migrate-postgres.ts";

const logger = createLogger({ logLevel: "silent" });

test("an update finds the pending reports of units that were removed before, and leaves those it cannot tell", async () => {
  const client = await openEarlierDatabase("0260");
  // Rows of plants and companies are not needed.
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into devices (sn, type)
    select 'DC-' || name, 'DCON' from unnest(array['KEPT', 'REMOVED', 'NEW', 'SPARE', 'MOVED', 'LEFT']) name
    union all
    select 'OP-' || name, 'OPT' from unnest(array['KEPT', 'REMOVED', 'NEW', 'SPARE', 'MOVED', 'LEFT', 'OTHER']) name;
    insert into device_links (device_id, plant_id, from_at, to_at)
    select id, gen_random_uuid(), '2026-01-01', case when sn = 'DC-LEFT' then timestamptz '2026-05-01' end
    from devices where sn like 'DC-%';
    insert into device_links (device_id, plant_id, from_at, to_at)
    select d.id, g.plant_id, timestamptz '2026-01-02', case right(d.sn, 7) when 'REMOVED' then timestamptz '2026-05-01' end
    from devices d join devices gd on gd.sn = 'DC-' || substr(d.sn, 4) join device_links g on g.device_id = gd.id
    where d.sn in ('OP-KEPT', 'OP-REMOVED', 'OP-LEFT');
    -- A unit beside the removed one was added shortly before the reports, another one is in no plant, a third in another one.
    insert into device_links (device_id, plant_id, from_at, to_at)
    select d.id, g.plant_id, timestamptz '2026-05-01 23:00Z', null
    from devices d join devices gd on gd.sn = 'DC-NEW' join device_links g on g.device_id = gd.id where d.sn = 'OP-NEW';
    insert into device_links (device_id, plant_id, from_at) select id, gen_random_uuid(), '2026-02-01' from devices where sn = 'OP-MOVED';
    insert into device_links (device_id, plant_id, from_at, to_at)
    select d.id, g.plant_id, timestamptz '2026-01-02', timestamptz '2026-05-01'
    from devices d join devices gd on gd.sn in ('DC-NEW', 'DC-SPARE') join device_links g on g.device_id = gd.id where d.sn = 'OP-OTHER';
    insert into births (gateway_id, rev, body)
    select g.id, 3, jsonb_build_object('units', jsonb_build_array(
      jsonb_build_array(1, 'OP-' || substr(g.sn, 4)), jsonb_build_array(2, 'NOT-REGISTERED'))
      || case when g.sn in ('DC-NEW', 'DC-SPARE') then '[[3, "OP-OTHER"]]'::jsonb else '[]'::jsonb end)
    from devices g where g.type = 'DCON';
    insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
    select id, at, topic, 'before-link', rev, '' from devices,
      (values (timestamptz '2026-04-30 12:00Z', 'up/data', 3), ('2026-05-02 12:00Z', 'up/data', 3),
        ('2026-05-02 12:00Z', 'up/history', 3), ('2026-05-02 12:00Z', 'up/data', 4), ('2026-05-03 12:00Z', 'up/data', 3)
      ) report (at, topic, rev) where type = 'DCON';
    insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
    select id, '2026-05-02', 'up/data', 'unbound', 3, '' from devices where sn = 'DC-REMOVED'`);
  await migratePostgres(client, logger);
  const { rows } = await client.query(`
    select d.sn, to_char(r.received_at at time zone 'UTC', 'MM-DD') as day, r.topic, r.rev
    from pending_reports r join devices d on d.id = r.gateway_id where r.reason = 'after-removal' order by 1, 2`);
  const live = { topic: "up/data", rev: 3 };
  expect(rows.map((row) => ({ ...row, rev: Number(row.rev) }))).toEqual([
    { sn: "DC-LEFT", day: "05-02", ...live },
    { sn: "DC-LEFT", day: "05-03", ...live },
    { sn: "DC-NEW", day: "05-03", ...live },
    { sn: "DC-REMOVED", day: "05-02", ...live },
    { sn: "DC-REMOVED", day: "05-03", ...live },
  ]);
  const { rows: reasons } = await client.query(
    "select reason, count(*)::int as total from pending_reports group by 1 order by 1",
  );
  expect(reasons).toEqual([
    { reason: "after-removal", total: 5 },
    { reason: "before-link", total: 25 },
    { reason: "unbound", total: 1 },
  ]);
});

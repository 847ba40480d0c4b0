import { expect, test } from "vitest";
import { openEarlierDatabase } from "../../../../../test/earlier-database.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { migratePostgres } from "../../../../infra/postgres/migrate-postgres.ts";

const logger = createLogger({ logLevel: "silent" });

test("an update keeps the latest values, states and down times of all devices", async () => {
  const client = await openEarlierDatabase("0061");
  // Rows of plants and accounts are not needed.
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into devices (sn, type) select 'UNIT-' || n, case when n = 0 then 'DCON' else 'OPT' end
    from generate_series(0, 100) n;
    insert into devices (sn, type) values ('LONE-1', 'OPT'), ('NEW-1', 'OPT');
    insert into gateways (device_id) select id from devices where sn = 'UNIT-0';
    insert into device_links (device_id, plant_id, parent_id, from_at)
    select d.id, gen_random_uuid(), parent.id, '2024-01-01' from devices d
    left join devices parent on d.sn like 'UNIT-%' and parent.sn = case when d.sn = 'UNIT-0' then null
      when d.sn = 'UNIT-100' then 'UNIT-99' else 'UNIT-0' end;
    insert into device_states (device_id, last_sample_at, latest, unit_status, is_down, updated_at, online_since)
    select id, timestamptz '2026-06-21 12:00Z' + make_interval(secs => key),
      jsonb_build_object('vi', key + 0.1, 'pw', null, 'tp', 1e-300, 'eh', 999999999000 + key, 'gi', 800), 4,
      sn = 'UNIT-7', '2026-06-21 13:00Z', '2026-06-01'
    from devices where sn <> 'NEW-1';
    insert into device_states (device_id) select id from devices where sn = 'NEW-1'`);
  await migratePostgres(client, logger);
  const { rows } = await client.query(`
    select d.key, d.sn, l.vi, l.pw, l.tp, l.eh, l.is_down, l.unit_status, l.online_since is not null as has_online_since,
      extract(epoch from l.last_sample_at - '2026-06-21 12:00Z')::int as second
    from devices d join device_latest l on l.device_id = d.id order by d.key`);
  expect(rows).toHaveLength(103);
  for (const { key, sn, ...row } of rows.slice(0, -1)) {
    expect(row).toEqual({
      vi: key + 0.1,
      pw: null,
      tp: 0,
      eh: 999_999_999_000 + key,
      is_down: sn === "UNIT-7",
      unit_status: 4,
      has_online_since: true,
      second: key,
    });
  }
  expect(rows.at(-1)).toMatchObject({ sn: "NEW-1", vi: null, second: null, is_down: false });
  const { rows: blocks } = await client.query(`
    select cardinality(v.vi) as units from latest_values v join devices d on d.id = v.gateway_id order by d.sn, units desc`);
  // The gateway with its units and the unit below a unit, then a device behind no gateway.
  expect(blocks.map(({ units }) => units).sort((a, b) => a - b)).toEqual([1, 21, 80]);
  const { rows: next } = await client.query(
    "insert into latest_values (gateway_id) select id from devices where sn = 'UNIT-0' returning id",
  );
  expect(next).toEqual([{ id: 4 }]);
});

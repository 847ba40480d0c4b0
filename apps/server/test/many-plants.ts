import { MEASURED_VALUES } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db, Transaction } from "../src/infra/postgres/database.ts";
import { createAccount, createSession, ensurePlatform } from "./fixtures.ts";

/** What `writeManyPlants` writes. */
export interface ManyPlants {
  readonly plants: number;
  /** Owner accounts, each in a company of its own; owner n has the plants n, n + owners, n + 2 × owners and so on. */
  readonly owners: number;
  readonly modulesPerPlant: number;
  /** Places of the plants, used in turn. */
  readonly places: readonly {
    readonly timeZone: string;
    readonly latitude: number;
    readonly longitude: number;
  }[];
}

/** An owner's session, and the owner's first plant. */
export interface OwnerSession {
  readonly authorization: string;
  readonly stationId: string;
}

const MODULE_POWER_W = 420;
const INSTALLERS = 20;
/** As the device link stores them. */
const UNITS_PER_BLOCK = 80;

// Fixed prices, then prices by time of day, which are valid today.
const tariffs = [
  { since: "2025-01-01", price: 0.25 },
  { since: "2025-07-01", price: 0.27 },
  {
    since: "2026-01-01",
    periods: [
      { start: "07:00", end: "22:00", price: "0.31" },
      { start: "22:00", end: "07:00", price: "0.19" },
    ],
  },
];
export const TARIFFS_PER_PLANT = tariffs.length;

const installedOn = sql.raw("date '2025-01-01'");
// No gateway is connected: a time in the future keeps states valid for a day.
const heardAt = sql.raw("now() + interval '1 day'");

async function writePlants(
  trx: Transaction,
  { plants, owners, modulesPerPlant, places }: ManyPlants,
): Promise<void> {
  await sql`
    create temporary table new_owners on commit drop as
    select n, gen_random_uuid() as account_id, gen_random_uuid() as company_id
    from generate_series(1, ${owners}::int) n`.execute(trx);
  await sql`
    insert into companies (id, upstream_id, name)
    select o.company_id, operator.id, 'Company ' || o.n
    from new_owners o cross join companies operator where operator.upstream_id is null`.execute(trx);
  // The operator reaches their plants one by one, too.
  await sql`select write_company_reach(array(select company_id from new_owners))`.execute(trx);
  await sql`
    insert into accounts (id, company_id, role_id, relation, user_name, email, email_verified_at, language)
    select o.account_id, o.company_id, r.id, 'customer', 'Owner ' || o.n, 'owner-' || o.n || '@bench.example', now(), 'en'
    from new_owners o join roles r on r.code = 'owner'`.execute(trx);
  const of = (field: keyof (typeof places)[number]) => places.map((place) => place[field]);
  // In order of n, so that the plants' keys, which rows in ClickHouse refer to, are 1, 2, 3 and so on.
  await sql`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, installer, email, time_zone, currency,
      investment_amount, person_in_charge, phone, address, latitude, longitude, visibility, owner_id, company_id, created_at)
    select lpad(s.n::text, 8, '0'), 'Plant ' || s.n, ${(modulesPerPlant * MODULE_POWER_W) / 1000}::numeric, ${installedOn},
      'Installer ' || s.n % ${INSTALLERS}::int, 'plant-' || s.n || '@bench.example', place.time_zone, 'EUR', 14800, 'Owner ' || o.n, '+1 555 0100',
      s.n || ' Bench Street', place.latitude, place.longitude, case when s.n % 20 = 0 then 'public' else 'concealed' end,
      o.account_id, o.company_id, ${installedOn} + make_interval(mins => s.n)
    from generate_series(1, ${plants}::int) as s (n)
    join new_owners o on o.n = (s.n - 1) % ${owners}::int + 1
    join unnest(${of("timeZone")}::text[], ${of("latitude")}::float8[], ${of("longitude")}::float8[])
      with ordinality as place (time_zone, latitude, longitude, n) on place.n = (s.n - 1) % ${places.length}::int + 1
    order by s.n`.execute(trx);
  await sql`
    insert into plant_tags (plant_id, tag)
    select id, case key % 4 when 0 then 'North' else 'South' end from plants where key % 2 = 0`.execute(trx);
}

async function writeTariffs(trx: Transaction): Promise<void> {
  await sql`
    insert into tariffs (plant_id, valid_from, method, price, periods)
    select p.id, t.since, case when t.periods is null then 'fixed' else 'time' end, t.price, t.periods
    from plants p
    cross join jsonb_to_recordset(${JSON.stringify(tariffs)}::jsonb) as t (since date, price numeric, periods jsonb)`.execute(
    trx,
  );
  await sql`
    insert into metering_sets (plant_id, valid_from, level) select id, ${installedOn}, 'module' from plants`.execute(
    trx,
  );
}

/** An online gateway per plant with its modules, each in a slot; one plant in 50 has an alarm. */
async function writeDevices(trx: Transaction, { modulesPerPlant }: ManyPlants): Promise<void> {
  await sql`
    create temporary table new_units on commit drop as
    select p.id as plant_id, p.key as plant_key, m, gen_random_uuid() as device_id, gen_random_uuid() as slot_id
    from plants p cross join generate_series(0, ${modulesPerPlant}::int) m`.execute(trx);
  // Gateways first, then the modules of plant 1, plant 2 and so on, so that a plant's keys are consecutive.
  await sql`
    insert into devices (id, sn, type, model, rated_power_w)
    select device_id, 'B' || lpad(plant_key::text, 7, '0') || '-' || m, case when m = 0 then 'DCON' else 'OPT' end, 'BENCH',
      case when m > 0 then ${MODULE_POWER_W}::float8 end
    from new_units order by m > 0, plant_key, m`.execute(trx);
  await sql`
    insert into slots (id, plant_id, label, group_name, tilt_deg, azimuth_deg)
    select slot_id, plant_id, 'A' || m, 'A', 25, case when m % 2 = 0 then 90 else 270 end
    from new_units where m > 0 order by plant_key, m`.execute(trx);
  // The rows of a plant side by side here and below, as they are when its devices are added together.
  await sql`
    insert into device_links (device_id, plant_id, slot_id, parent_id, from_at)
    select u.device_id, u.plant_id, case when u.m > 0 then u.slot_id end, case when u.m > 0 then g.device_id end, ${installedOn}
    from new_units u join new_units g on g.plant_key = u.plant_key and g.m = 0 order by u.plant_key, u.m`.execute(
    trx,
  );
  const latest = { vi: 38.1, ii: 6.2, vo: 37.9, io: 6.1, pw: 236.2, tp: 41.5, eh: 812_345, rs: -67 };
  const filled = MEASURED_VALUES.map(
    ({ point }) => sql`array_agg(${latest[point as keyof typeof latest]}::float8)`,
  );
  await sql`
    with numbered as (
      select u.device_id, g.device_id as gateway_id, u.m / ${UNITS_PER_BLOCK}::int as block,
        u.m % ${UNITS_PER_BLOCK}::int + 1 as position
      from new_units u join new_units g on g.plant_key = u.plant_key and g.m = 0
    ), placed as (
      select *, dense_rank() over (order by gateway_id, block) as block_id from numbered
    ), blocks as (
      insert into latest_values (id, gateway_id, sample_at, ${sql.join(MEASURED_VALUES.map(({ point }) => sql.ref(point)))})
      overriding system value
      select block_id, gateway_id, array_agg(${heardAt}), ${sql.join(filled)} from placed group by block_id, gateway_id
      order by block_id
    )
    insert into device_states (device_id, block_id, position, online_since, unit_status)
    select device_id, block_id, position, now(), 4 from placed order by block_id, position`.execute(trx);
  await sql`select setval(pg_get_serial_sequence('latest_values', 'id'), (select max(id) from latest_values))`.execute(
    trx,
  );
  await sql`
    insert into gateways (device_id, is_online, online_since, last_heard_at, clock, power_at, module_power_w)
    select device_id, true, now(), ${heardAt}, 'ntp', ${heardAt}, ${modulesPerPlant * latest.pw}::float8
    from new_units where m = 0`.execute(trx);
  // With the triggers that count alarms.
  await sql`set local session_replication_role = origin`.execute(trx);
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    select plant_id, device_id, 'device', 'bench', case when plant_key % 100 = 0 then 'fault' else 'warning' end, now(), now()
    from new_units where m = 1 and plant_key % 50 = 0`.execute(trx);
}

/**
 * Fills an empty database with plants that are online, their tariffs, devices and owners. Plants have the keys 1, 2, 3 and
 * so on; gateways the same, and the modules of plant 1, plant 2 and so on the keys after them.
 */
export async function writeManyPlants(db: Db, given: ManyPlants): Promise<void> {
  await ensurePlatform(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // Without checks of foreign keys, which take longer than all the rows.
    await sql`set local session_replication_role = replica`.execute(trx);
    await writePlants(trx, given);
    await writeTariffs(trx);
    await writeDevices(trx, given);
    // Yesterday's days have been judged, as in a server that runs: otherwise the first minutes compare the units of seven days.
    await sql`insert into plant_analyses (plant_id, plant_day) select id, current_date from plants`.execute(
      trx,
    );
    // Without the triggers that mark plants.
    await sql`insert into plant_state_marks (plant_id) select id from plants`.execute(trx);
    // Otherwise the next queries have plans for empty tables.
    await sql`analyze`.execute(trx);
  });
  const { rows } = await sql`select key from plants where key <> number::int limit 1`.execute(db);
  if (rows.length > 0) throw new Error("The database was not empty: plants have other keys");
}

/** A session of every owner, in the order of their first plants. */
export async function createOwnerSessions(db: Db, owners: number): Promise<OwnerSession[]> {
  const { rows } = await sql<{ stationId: string; accountId: string }>`
    select id as "stationId", owner_id as "accountId" from plants where key <= ${owners} order by key`.execute(
    db,
  );
  const sessions: OwnerSession[] = [];
  for (const { stationId, accountId } of rows) {
    const { authorization } = await createSession(db, { accountId });
    sessions.push({ authorization, stationId });
  }
  return sessions;
}

/** Authorization headers of sessions of one account of the platform operator, which sees all plants. */
export async function createOperatorSessions(db: Db, count: number): Promise<string[]> {
  const { companyId } = await ensurePlatform(db);
  const { id: accountId } = await createAccount(db, { companyId, roleCode: "ROOT" });
  const authorizations: string[] = [];
  for (let index = 0; index < count; index++)
    authorizations.push((await createSession(db, { accountId })).authorization);
  return authorizations;
}

/** Otherwise autovacuum does it at a time of its own, such as during a measurement. */
export async function vacuumTables(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}

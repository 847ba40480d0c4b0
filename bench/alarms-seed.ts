import { sql } from "kysely";
import { loadConfig } from "../apps/server/src/infra/config.ts";
import { prepareDataFolder } from "../apps/server/src/infra/data-folder.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import type { Db, Transaction } from "../apps/server/src/infra/postgres/database.ts";
import { openRuntime } from "../apps/server/src/main/runtime.ts";
import { createAccount, createCompany, createSession, ensurePlatform } from "../apps/server/test/fixtures.ts";
import { vacuumTables, writeManyPlants } from "../apps/server/test/many-plants.ts";
import { MODULES_PER_PLANT } from "./http-calls.ts";
import { places } from "./http-places.ts";

// Fills an empty data folder for bench/alarms.ts before the server starts, in a process of its own.

export interface AlarmSeedInput {
  readonly dataFolder: string;
  readonly plants: number;
  /** Of all plants together. */
  readonly open: number;
  readonly resolved: number;
  /** Plants of the company, and of the owner. */
  readonly companyPlants: number;
  readonly ownerPlants: number;
}

/** Sessions of the callers, and what they filter by. */
export interface AlarmFleet {
  readonly operator: string;
  readonly company: string;
  readonly owner: string;
  readonly stationId: string;
  readonly deviceId: string;
}

/**
 * Alarms spread evenly over plants and modules. Of the open ones a tenth are threshold alarms, a fifth are faults, 30 % are
 * over, 25 % acknowledged, 2 % assigned to the operator and 5 % grouped. Triggers keep what is counted.
 */
async function writeAlarms(db: Transaction, input: AlarmSeedInput, operatorId: string): Promise<void> {
  const { open, resolved, plants } = input;
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`delete from alarms`.execute(db);
  await sql`
    create temporary table bench_units on commit drop as
    select d.id as device_id, l.plant_id, p.key as plant_key, row_number() over (partition by l.plant_id order by d.key) - 1 as m
    from devices d join device_links l on l.device_id = d.id join plants p on p.id = l.plant_id`.execute(db);
  await sql`create unique index on bench_units (plant_key, m)`.execute(db);
  await sql`analyze bench_units`.execute(db);
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, source, description, severity, status, count, first_at, last_at,
      gone_at, acknowledged_at, acknowledged_by, assignee_id, resolved_at, resolved_by, resolution)
    select u.plant_id, u.device_id, made.kind, made.code, 'OPT', '', made.severity,
      case when made.is_open then 'unresolved' else 'resolved' end, 1 + (n % 500 * 7919) % 500, made.at - interval '1 hour', made.at,
      case when not made.is_open or n % 10 < 3 then made.at + interval '1 minute' end,
      case when n % 4 = 0 then made.at + interval '2 minutes' end,
      case when n % 4 = 0 then ${operatorId}::uuid end,
      case when n % 50 = 0 then ${operatorId}::uuid end,
      case when not made.is_open then made.at + interval '1 day' end,
      case when not made.is_open then ${operatorId}::uuid end,
      case when not made.is_open then 'single' end
    from generate_series(0, ${open + resolved - 1}::int) n
    cross join lateral (
      select n < ${open} as is_open,
        case when (n / 7) % 10 = 0 then 'threshold' else 'device' end as kind,
        case when (n / 7) % 10 = 0 then 'T' || n % 6 else (n / ${plants}::int % 24)::text end as code,
        case when (n / 7) % 10 = 0 then 'alarm' when n % 5 = 0 then 'fault' else 'warning' end as severity,
        timestamptz '2026-06-01' - make_interval(mins => (n::bigint * 7919 % 400000)::int) as at
    ) made
    join bench_units u on u.plant_key = n % ${plants} + 1 and u.m = 1 + (n / ${plants}::int) % ${MODULES_PER_PLANT}::int
    on conflict do nothing`.execute(db);
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, source, severity, first_at, last_at)
    select plant_id, device_id, 'device', '98', 'DCON', 'fault', now(), now() from bench_units
    where m = 0 and plant_key % 10 = 0`.execute(db);
  await sql`
    update alarms a set parent_alarm_id = parent.id from alarms parent
    where parent.fault_code = '98' and parent.plant_id = a.plant_id and a.fault_code <> '98' and a.status = 'unresolved'
      and a.gone_at is null`.execute(db);
}

/** A company with the companies of this many owners below it. */
async function writeCompany(db: Db, owners: number): Promise<string> {
  const { id: companyId } = await createCompany(db, { name: "Bench company" });
  await sql`
    update companies set upstream_id = ${companyId}
    where id in (select company_id from plants where key <= ${owners})`.execute(db);
  return (await createAccount(db, { companyId, roleCode: "installer-administrator" })).id;
}

async function seed(input: AlarmSeedInput): Promise<AlarmFleet> {
  prepareDataFolder(input.dataFolder);
  const config = loadConfig({ HELIOGRAPH_DATA: input.dataFolder });
  const runtime = await openRuntime({ config, logger: createLogger(config), print: () => undefined });
  try {
    const { db } = runtime;
    const { plants, ownerPlants } = input;
    await writeManyPlants(db, {
      plants,
      owners: plants / ownerPlants,
      modulesPerPlant: MODULES_PER_PLANT,
      places,
    });
    const { companyId } = await ensurePlatform(db);
    const operator = await createAccount(db, { companyId, roleCode: "ROOT" });
    await db.transaction().execute((trx) => writeAlarms(trx, input, operator.id));
    const company = await writeCompany(db, input.companyPlants / ownerPlants);
    const { rows } = await sql<{ ownerId: string; stationId: string; deviceId: string }>`
      select p.owner_id as "ownerId", p.id as "stationId", a.device_id as "deviceId"
      from plants p join alarms a on a.plant_id = p.id and a.status = 'unresolved'
      where p.key = 1 order by a.last_at limit 1`.execute(db);
    const first = rows[0] as (typeof rows)[number];
    const open = async (accountId: string) => (await createSession(db, { accountId })).authorization;
    const fleet = {
      operator: await open(operator.id),
      company: await open(company),
      owner: await open(first.ownerId),
      stationId: first.stationId,
      deviceId: first.deviceId,
    };
    await vacuumTables(db);
    return fleet;
  } finally {
    await runtime.close();
  }
}

const fleet = await seed(JSON.parse(process.argv[2] ?? "") as AlarmSeedInput);
process.send?.(fleet, () => process.exit(0));

import { randomUUID } from "node:crypto";
import { configurationSettings, defaultAlarmMailSettings } from "@heliograph/contract";
import { sql } from "kysely";
import { layoutBackground, layoutGroup } from "../src/app/examples/layout-examples.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Db } from "../src/infra/postgres/database.ts";
import { writeAudit } from "../src/modules/base/audit/audit.service.ts";
import { addRefusalCounts } from "../src/modules/base/audit/refusal-counts.repository.ts";
import { writeSettings } from "../src/modules/devices/notifications/settings.repository.ts";
import { createExpectedDaysJob } from "../src/modules/energy/metering/expected/expected-days-job.ts";
import { createRollUpJob } from "../src/modules/energy/metering/roll-up/roll-up-job.ts";
import { markWindows } from "../src/modules/energy/metering/window-marks.service.ts";
import { insertLayout } from "../src/modules/plants/layouts/layouts.repository.ts";
import type { IdsByField } from "./access-ids.ts";
import type { Stage } from "./actors.ts";
import { insertAlarm } from "./alarms.ts";
import { computeEarnings } from "./earnings.ts";
import { createDevice, createPlant } from "./fixtures.ts";
import type { JobStage } from "./jobs.ts";
import { writeLatest } from "./latest-values.ts";
import { createConstantSamples, hour, storeSamples } from "./metering.ts";

// What the examples of calls list: data of the stage's plant beside the objects that they name (access-ids.ts).

type ExampleStage = Pick<JobStage, "engines" | "clock" | "app"> & { stage: Stage; ids: IdsByField };
type Plant = Stage["plant"];
type Device = Awaited<ReturnType<typeof createDevice>>;

/** A string of two optimizers behind a gateway. */
interface PlantString {
  readonly string: Device;
  readonly units: readonly [Device, Device];
}

/** Days that the examples ask about, and that of the alarm (alarms.ts). */
const SAMPLE_DAYS = ["2026-05-01", "2026-06-01"];
/** Within the periods that the examples of logs ask about. */
const LOGGED_AT = new Date("2025-06-01T10:00:00Z");
const PRESSED_AT = new Date("2026-05-04T09:00:00Z");
const SAFE_AT = new Date("2026-05-04T09:00:12Z");

async function createString(
  db: Db,
  { plantId, gatewayId, sns }: { plantId: string; gatewayId: string; sns: readonly [string, string, string] },
): Promise<PlantString> {
  const [stringSn, ...unitSns] = sns;
  const string = await createDevice(db, {
    ...{ sn: stringSn, type: "MCON", model: "MC-24", plantId, parentId: gatewayId, slotLabel: "A" },
  });
  const [first, second] = unitSns;
  const createUnit = (sn: string, slotLabel: string) =>
    createDevice(db, {
      ...{ sn, type: "OPT" as const, model: "MX-600", plantId, parentId: string.id, slotLabel },
      ratedPowerW: 440,
    });
  return { string, units: [await createUnit(first, "A1"), await createUnit(second, "A2")] };
}

async function describePlant(db: Db, { id }: Plant, { string, units }: PlantString): Promise<void> {
  await sql`
    update plants set latitude = 48.1374, longitude = 11.5755, time_zone = 'Europe/Berlin' where id = ${id}`.execute(
    db,
  );
  await sql`insert into plant_tags (plant_id, tag) values (${id}, 'South')`.execute(db);
  await sql`
    update devices set software_version = '3.0.2', hardware_version = '1.2'
    where id = any(${[string, ...units].map((device) => device.id)}::uuid[])`.execute(db);
  await sql`
    insert into tariffs (plant_id, valid_from, method, price) values (${id}, '2026-05-01', 'fixed', 0.27)`.execute(
    db,
  );
  await sql`
    insert into corrections (plant_id, plant_day, mode, source_wh, corrected_wh, created_at, is_counted)
    values (${id}, '2026-05-03', 'manual', 5200, 5400, '2026-05-04T08:00:00Z', true)`.execute(db);
  await sql`
    insert into expected_devices (plant_id, position, sn, place)
    select ${id}, position, sn, place from (values (1, 'OPT-000151', 'A1'), (2, 'OPT-000152', 'A2')) as e (position, sn, place)`.execute(
    db,
  );
}

/** A group of two modules, each with a unit. */
async function publishLayout(db: Db, { id }: Plant, { units }: PlantString): Promise<void> {
  const cells = units.map(({ slotId = null }, column) => ({ row: 0, column, slotId, pole: null }));
  // Its only version, so that the examples read the modules of version 1.
  await sql`delete from layout_versions where plant_id = ${id}`.execute(db);
  await db.transaction().execute((trx) =>
    insertLayout(trx, {
      plantId: id,
      groups: [{ ...layoutGroup, cells }],
      background: layoutBackground,
      at: new Date("2026-04-30T12:00:00Z"),
    }),
  );
}

/** Samples of the days that the examples ask about and of yesterday, the energies and the earnings by them. */
async function writeEnergies(
  { engines, clock, app }: ExampleStage,
  plant: Plant,
  { gateway, units }: Pick<PlantString, "units"> & { gateway: { key: number } },
): Promise<void> {
  const yesterday = new Date(clock.now() - 24 * hour).toISOString().slice(0, 10);
  const samples = [...SAMPLE_DAYS, yesterday].flatMap((day) => {
    const [fromAt, toAt] = [9, 15].map((hours) => Date.parse(`${day}T00:00:00Z`) + hours * hour) as [
      number,
      number,
    ];
    return [
      ...units.flatMap(({ key, slotKey = 0 }, index) =>
        createConstantSamples(key, fromAt, toAt, 40 + 20 * index, { slot: slotKey, vi: 38.2, ii: 1.2 }),
      ),
      ...createConstantSamples(gateway.key, fromAt, toAt, 96, { kind: "DCON", gi: 640, ta: 18 }),
    ];
  });
  await storeSamples(engines, plant.key, samples);
  await markWindows(
    engines.db,
    samples.map(({ at }) => ({ plantKey: plant.key, windowAt: at })),
  );
  const logger = createLogger({ logLevel: "silent" });
  const plantKeys = [plant.key];
  const jobs = { ...engines, clock, logger, plantKeys };
  await createRollUpJob({ ...jobs, onEnergyChanged: () => {} }).drain();
  await createExpectedDaysJob(jobs).check();
  await app.services.metering.recountEnergies(plantKeys);
  await computeEarnings({ engines, clock, app }, plantKeys);
  await writeLatest(
    engines.db,
    units.map(({ id }) => id),
    { at: new Date(clock.now()), values: { vi: 38.2, ii: 1.2, vo: 38, io: 1.2, pw: 45.6, tp: 31, rs: -64 } },
  );
}

/** An alarm of the first unit with a history, and one that is grouped under the parent alarm of the examples. */
async function createAlarms(
  { engines: { db }, stage: { plant }, ids }: ExampleStage,
  { units }: PlantString,
): Promise<{ alarmId: string }> {
  const [first, second] = units;
  const of = { plantId: plant.id, severity: "alarm" as const };
  const alarmId = await insertAlarm(db, { ...of, deviceId: first.id, faultCode: "H305" });
  await insertAlarm(db, {
    ...{ ...of, deviceId: second.id, faultCode: "H305" },
    parentAlarmId: ids.parentAlarmId?.own as string,
  });
  await sql`
    insert into alarm_events (alarm_id, at, kind, account_id, detail) values
      (${alarmId}, '2026-06-01T12:00:00Z', 'raised', null, '{}'),
      (${alarmId}, '2026-06-01T12:20:00Z', 'commented', ${plant.ownerId}, '{"text": "On site tomorrow"}')`.execute(
    db,
  );
  return { alarmId };
}

/** A shutdown of a plant that proved its units open; a drill ended, the other one is in effect. */
async function createShutdown(
  db: Db,
  { plant, gatewayId, units }: Pick<PlantString, "units"> & { plant: Plant; gatewayId: string },
  { isDrill }: { isDrill: boolean },
): Promise<void> {
  const operationId = randomUUID();
  await sql`
    insert into safety_operations (id, plant_id, kind, author_id, reason, idempotency_key, accepted_at, deadline_at, ended_at)
    values (${operationId}, ${plant.id}, 'shutdown', ${plant.ownerId}, 'Work on the roof', ${randomUUID()}, ${PRESSED_AT},
      '2026-05-04T09:00:30Z', ${isDrill ? "2026-05-04T10:00:00Z" : null})`.execute(db);
  await sql`
    insert into safety_units (operation_id, device_id, gateway_id, state, proven_at, sample_at, output_v, input_v)
    select ${operationId}, id, ${gatewayId}, 'open', ${SAFE_AT}, ${SAFE_AT}, 0.6, 41.2
    from unnest(${units.map(({ id }) => id)}::uuid[]) as id`.execute(db);
  if (isDrill)
    await sql`
      insert into safety_drills (operation_id, plant_id, note) values (${operationId}, ${plant.id}, 'Yearly drill')`.execute(
      db,
    );
  else {
    await sql`
      insert into plant_safety (plant_id, state, operation_id, changed_at)
      values (${plant.id}, 'shut-down', ${operationId}, ${SAFE_AT})`.execute(db);
    await openUnit(db, { plant, gatewayId, units });
  }
}

/** The first unit, opened separately and proven. */
async function openUnit(
  db: Db,
  { plant, gatewayId, units }: Pick<PlantString, "units"> & { plant: Plant; gatewayId: string },
): Promise<void> {
  const [unit] = units;
  await sql`
    with opened as (
      insert into safety_operations (plant_id, device_id, kind, author_id, reason, idempotency_key, accepted_at, deadline_at)
      values (${plant.id}, ${unit.id}, 'shutdown', ${plant.ownerId}, 'Broken glass', ${randomUUID()},
        '2026-05-04T08:00:00Z', '2026-05-04T08:00:30Z')
      returning id
    ), behind as (
      insert into safety_gateways (operation_id, gateway_id) select id, ${gatewayId} from opened
    )
    insert into safety_units (operation_id, device_id, gateway_id, state, proven_at, sample_at, output_v, input_v)
    select opened.id, ${unit.id}, ${gatewayId}, 'open', ${SAFE_AT}, ${SAFE_AT}, 0.6, 41.2 from opened`.execute(
    db,
  );
}

/** Another plant of the owner, with an online gateway and a string. */
async function createOtherPlant(
  db: Db,
  { ownerId }: Plant,
  { name, sns }: { name: string; sns: readonly [string, string, string, string] },
) {
  const plant = await createPlant(db, { ownerId, name });
  const [gatewaySn, ...stringSns] = sns;
  const { id: gatewayId } = await createDevice(db, { sn: gatewaySn, type: "DCON", plantId: plant.id });
  await sql`update gateways set is_online = true, last_heard_at = now() where device_id = ${gatewayId}`.execute(
    db,
  );
  const { units } = await createString(db, { plantId: plant.id, gatewayId, sns: stringSns });
  return { plant, gatewayId, units };
}

/** Reports of the gateway that could not be stored, and the result of a command for its units. */
async function createLinkRows({ engines: { db }, ids }: ExampleStage, { units }: PlantString): Promise<void> {
  const gatewayId = ids.deviceId?.own;
  await sql`
    insert into rejected_reports (gateway_id, received_at, topic, seq, reason, detail, unit_count, body)
    values (${gatewayId}, '2026-05-01T09:58:00Z', 'v1/DCON-000017/up/data', 41, 'malformed', '', 0, '{"v":1,'::bytea)`.execute(
    db,
  );
  await sql`
    insert into rejected_report_counts (gateway_id, reason, total, last_at)
    values (${gatewayId}, 'malformed', 1, '2026-05-01T09:58:00Z')`.execute(db);
  await sql`
    insert into pending_reports (gateway_id, received_at, topic, reason, body)
    values (${gatewayId}, '2026-05-01T10:00:00Z', 'v1/DCON-000017/up/data', 'unbound', '{"v":1}'::bytea)`.execute(
    db,
  );
  await sql`
    insert into command_results (command_id, unit, device_id, state, at)
    select ${ids.commandId?.own}, unit, id, 'done', ${SAFE_AT}
    from unnest(${units.map(({ id }) => id)}::uuid[]) with ordinality as u (id, unit)`.execute(db);
}

/** What the account of the examples has limited to chosen plants. */
async function limitToPlant({ engines: { db }, ids }: ExampleStage, { id, ownerId }: Plant): Promise<void> {
  await sql`update webhooks set plants = 'chosen', plant_ids = array[${id}::uuid] where account_id = ${ownerId}`.execute(
    db,
  );
  await sql`update api_keys set is_limited = true where account_id = ${ownerId}`.execute(db);
  await sql`
    insert into api_key_plants (key_id, plant_id) select id, ${id} from api_keys where account_id = ${ownerId}`.execute(
    db,
  );
  await db
    .transaction()
    .execute((trx) =>
      writeSettings(
        trx,
        { accountId: ownerId },
        { ...defaultAlarmMailSettings, plants: "chosen", stationIds: [id] },
      ),
    );
  await sql`
    insert into report_schedules (account_id, plant_id, kind, format, language, created_at, next_period, due_at)
    values (${ownerId}, ${id}, 'month', 'pdf', 'en', '2026-05-01', '2098-01', '2098-02-01')`.execute(db);
  await sql`update accounts set scope_kind = 'plants' where id = ${ids.accountId?.own}`.execute(db);
  await sql`
    insert into account_scope_plants (account_id, plant_id) values (${ids.accountId?.own}, ${id})`.execute(
    db,
  );
}

/** Entries of logs: of an action on the gateway, of a refusal, and of a change of the configuration. */
async function createLogRows({ engines: { db }, stage, ids }: ExampleStage): Promise<void> {
  const { plant, actors } = stage;
  await sql`
    insert into audit (at, kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method, address)
    values (${LOGGED_AT}, 'operation', 'device.update', ${plant.ownerId}, ${plant.companyId}, ${plant.id}, 'device',
      ${ids.deviceId?.own}, '{"alias": ""}', '{"alias": "South7"}', 'password', '192.0.2.10')`.execute(db);
  await addRefusalCounts(db, [
    {
      actor: actors["other owner"].accountId as string,
      endpoint: "GET /workData/powerStation/detail",
      minute: LOGGED_AT.getTime(),
      total: 3,
    },
  ]);
  const settings = configurationSettings.parse({});
  await db.transaction().execute((trx) =>
    writeAudit(trx, {
      ...{ kind: "operation", type: "configuration.update", objectType: "configuration" },
      actorId: actors.ROOT.accountId,
      companyId: actors.ROOT.companyId,
      original: settings,
      new: { ...settings, brand: "Sunfield" },
      address: "192.0.2.11",
    }),
  );
}

/** An announced pop-up, a process, and acts on many plants that wait for a second person. */
async function createSystemRows({ engines: { db }, stage, ids }: ExampleStage): Promise<void> {
  const { actors } = stage;
  await sql`
    insert into maintenance_pop_ups (name, kind, preview_at, service_stop_at, service_restart_at, is_on, last_operator_id,
      created_at, updated_at)
    values ('New version', 'web', '2026-05-01', '2099-06-01T20:00:00Z', '2099-06-01T22:00:00Z', true,
      ${actors.ROOT.accountId}, '2026-05-01', '2026-05-01')`.execute(db);
  const part = { isOk: true, since: "2026-05-01T00:00:00.000Z" };
  const parts = { postgresql: part, clickhouse: part };
  // Seen in the future: otherwise it is silent when the examples take longer.
  await sql`
    insert into server_processes (id, host, roles, started_at, seen_at, is_ready, is_stopping, parts, gateways, streams)
    values (${randomUUID()}, 'server-1', '{api,link,jobs}', '2026-05-01', now() + interval '1 hour', true, false,
      ${JSON.stringify(parts)}, 1, 2)`.execute(db);
  await sql`
    insert into fleet_brakes (account_id, company_id, stopped_at, plant_count)
    select id, company_id, '2026-05-01T10:00:00Z', 26 from accounts where id = ${ids.accountId?.own}`.execute(
    db,
  );
  await createPlant(db, {
    ...{ ownerId: actors["other owner"].accountId as string, name: "Town hall", visibility: "public" },
    ...{ latitude: 48.2, longitude: 11.6 },
  });
}

/** Fills what the examples list; returns the ids that the examples of some calls name instead, by path. */
export async function createExampleData(
  example: ExampleStage,
): Promise<Record<string, Record<string, string>>> {
  const { engines, stage, ids } = example;
  const { db } = engines;
  const { plant } = stage;
  const gatewayId = ids.deviceId?.own as string;
  const { rows } = await sql<{ key: number }>`
    update devices set sn = 'DCON-000017', model = 'DC-500', software_version = '2.1.0' where id = ${gatewayId} returning key`.execute(
    db,
  );
  const gateway = rows[0] as { key: number };
  const plantString = await createString(db, {
    ...{ plantId: plant.id, gatewayId, sns: ["MCON-000021", "OPT-000151", "OPT-000152"] },
  });
  const { string, units } = plantString;
  await describePlant(db, plant, plantString);
  await publishLayout(db, plant, plantString);
  await writeEnergies(example, plant, { gateway, units });
  const unit = { deviceId: units[0].id };
  const alarm = await createAlarms(example, plantString);
  await createShutdown(db, { plant, gatewayId, units }, { isDrill: true });
  const held = await createOtherPlant(db, plant, {
    ...{ name: "Carport 3", sns: ["DCON-000018", "MCON-000022", "OPT-000161", "OPT-000162"] },
  });
  await createShutdown(db, held, { isDrill: false });
  const other = await createOtherPlant(db, plant, {
    ...{ name: "Barn 2", sns: ["DCON-000019", "MCON-000023", "OPT-000171", "OPT-000172"] },
  });
  await openUnit(db, other);
  await createLinkRows(example, plantString);
  await limitToPlant(example, plant);
  await createLogRows(example);
  await createSystemRows(example);
  return {
    "/api/alarm/detail": alarm,
    "/api/alarm/evidence": alarm,
    "/api/alarm/list": { deviceId: units[1].id },
    "/api/workData/device/data": unit,
    "/api/workData/device/series": unit,
    "/api/workData/device/model": unit,
    "/api/workData/device/switch": unit,
    "/api/workData/device/place": { deviceId: string.id },
    "/api/workData/powerStation/operation": { stationId: held.plant.id },
    "/api/workData/powerStation/urgentStop": { stationId: other.plant.id },
  };
}

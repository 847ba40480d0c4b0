import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createSeededRandom, pickOne } from "../../../../test/random.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import { storeTotalChanges } from "./alarm-totals.repository.ts";
import type { DeviceCondition } from "./alarms.service.ts";
import { createAlarmService } from "./alarms.service.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const STARTED_AT = Date.UTC(2026, 5, 1, 12);
const PLANTS = 4;
const UNITS = 5;
const ROUNDS = 15;
const WRITERS = 4;

/** What differs between the stored numbers and a recount, by one statement: other tests write alarms at the same time. */
async function listDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    with stored as (
      select kind, status, severity_rank, is_gone, is_grouped, sum(total)::int as total, sum(unacknowledged)::int as unacknowledged
      from (select * from alarm_totals union all select * from alarm_total_changes) t
      group by 1, 2, 3, 4, 5 having sum(total) <> 0 or sum(unacknowledged) <> 0
    ), recount as (
      select kind, status, severity_rank, gone_at is not null as is_gone, parent_alarm_id is not null as is_grouped,
        count(*)::int as total, (count(*) filter (where acknowledged_at is null))::int as unacknowledged
      from alarms group by 1, 2, 3, 4, 5
    )
    (select 'stored' as side, * from (select * from stored except select * from recount) s)
    union all (select 'recount', * from (select * from recount except select * from stored) r)`.execute(
    engines.db,
  );
  return rows;
}

async function openFleet() {
  const { db } = engines;
  const clock = createVirtualClock(STARTED_AT);
  const metering = createMeteringService({ ...engines, clock });
  const alarms = createAlarmService({ ...engines, bus: createInProcessBus(), clock, metering });
  const devices: { plantId: string; deviceId: string; isGateway: boolean }[] = [];
  for (let index = 0; index < PLANTS; index++) {
    const { id: plantId } = await createPlant(db);
    const gateway = await createDevice(db, { type: "DCON", plantId });
    devices.push({ plantId, deviceId: gateway.id, isGateway: true });
    for (let unit = 0; unit < UNITS; unit++) {
      const { id: deviceId } = await createDevice(db, { type: "OPT", plantId, parentId: gateway.id });
      devices.push({ plantId, deviceId, isGateway: false });
    }
  }
  return { alarms, devices };
}

test("stored numbers of alarms equal a recount through concurrent storms, changes and deletions", async () => {
  const { db } = engines;
  const { alarms, devices } = await openFleet();
  const plantIds = [...new Set(devices.map(({ plantId }) => plantId))];
  const random = createSeededRandom(7);
  const pick = <T>(values: readonly T[]) => pickOne(random, values);

  function createCondition(at: number): DeviceCondition {
    const { isGateway, ...device } = pick(devices);
    return {
      ...device,
      kind: random() < 0.6 ? "raised" : "gone",
      alarmKind: random() < 0.3 ? "threshold" : "device",
      faultCode: isGateway ? "H101" : pick(["1", "7", "H202"]),
      severity: pick(["warning", "alarm", "fault"]),
      source: "OPT",
      description: "",
      at: new Date(at),
      intervalMs: 1_000,
    };
  }
  const storm = (round: number) =>
    alarms.applyDeviceConditions(
      Array.from({ length: 20 }, (_, index) => createCondition(STARTED_AT + round * 60_000 + index * 2_000)),
    );
  const changes = [
    { status: "unresolved", statement: sql`update alarms set acknowledged_at = now()` },
    { status: "unresolved", statement: sql`update alarms set status = 'resolved', resolved_at = now()` },
    { status: "unresolved", statement: sql`update alarms set severity = 'fault'` },
    { status: "resolved", statement: sql`delete from alarms` },
  ];
  /** Of one plant; without those that a storm has locked, since it locks alarms in another order. */
  const change = () => {
    const { status, statement } = pick(changes);
    return sql`${statement} where id in (
      select id from alarms where plant_id = ${pick(plantIds)} and status = ${status} order by id limit 3
      for update skip locked
    )`.execute(db);
  };

  for (let round = 0; round < ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, () => (random() < 0.6 ? storm(round) : change()));
    await Promise.all([...writers, storeTotalChanges(db), storeTotalChanges(db), listDifferences()]);
    expect(await listDifferences()).toEqual([]);
  }
  // With its devices and alarms.
  await sql`delete from plants where id = ${plantIds[0]}`.execute(db);
  expect(await listDifferences()).toEqual([]);
  await storeTotalChanges(db);
  expect(await listDifferences()).toEqual([]);
});

import fc from "fast-check";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { propertyRuns } from "../../../../test/full-run.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { storeOutdatedStates } from "./plant-states.repository.ts";
import {
  allCurrentStates,
  computedStates,
  currentStates,
  STATE_COLUMNS,
  storedStates,
} from "./plant-status-sql.ts";

let engines: TestEngines;
let clockMs = Date.parse("2026-06-21T12:00:00Z");
const plantIds: string[] = [];
const gatewayIds: string[] = [];
const unitIds: string[] = [];

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  const first = await createPlant(engines.db);
  plantIds.push(first.id);
  while (plantIds.length < 3) plantIds.push((await createPlant(engines.db, { ownerId: first.ownerId })).id);
  for (const plantId of plantIds) {
    for (let gateway = 0; gateway < 2; gateway++) {
      const { id: parentId } = await createDevice(engines.db, { type: "DCON", plantId });
      gatewayIds.push(parentId);
      unitIds.push((await createDevice(engines.db, { type: "OPT", plantId, parentId })).id);
    }
  }
});
afterAll(() => engines.close());

const now = () => new Date(clockMs);
const shown = sql.raw(STATE_COLUMNS.filter((name) => !name.startsWith("valid_")).join(", "));
const of = (ids: readonly string[], index: number) => ids[index % ids.length] as string;

/** States as the rule computes them now, by plant. */
async function readRule() {
  const { rows } = await sql`
    select plant_id as "plantId", to_jsonb(s) - 'valid_from' - 'valid_until' as state
    from (${computedStates(now(), sql.raw("plants"))}) s order by plant_id`.execute(engines.db);
  return rows;
}

async function readCurrent(states: RawBuilder<unknown> = currentStates(now())) {
  const { rows } = await sql`
    with chosen as (select id from plants), ${states}
    select plant_id as "plantId", to_jsonb(s) - 'valid_from' - 'valid_until' as state
    from (select plant_id, ${shown} from current_states) s order by plant_id`.execute(engines.db);
  return rows;
}

async function readStored() {
  const { rows } = await sql`
    select plant_id as "plantId", to_jsonb(s) - 'valid_from' - 'valid_until' as state
    from (select plant_id, ${shown} from plant_states) s order by plant_id`.execute(engines.db);
  return rows;
}

/** A write of something that decides states. */
type Change = (which: number, value: number) => RawBuilder<unknown>;

const changes: Record<string, Change> = {
  report: (which, value) => sql`
    update gateways set is_online = true, last_heard_at = ${now()}, power_at = ${new Date(clockMs - value * 100)},
      module_power_w = ${value}, string_power_w = ${value * 2}, ac_meter_power_w = ${value * 3}
    where device_id = ${of(gatewayIds, which)}`,
  heardAgain: () => sql`update gateways set last_heard_at = ${now()} where is_online`,
  connection: (which, value) => sql`
    update gateways set is_online = ${value % 2 === 0} where device_id = ${of(gatewayIds, which)}`,
  interval: (which, value) => sql`
    update gateways set report_interval_s = ${[1, 60, 300, 3600][value % 4]} where device_id = ${of(gatewayIds, which)}`,
  unitStatus: (which, value) => sql`
    update device_states set unit_status = ${value % 2 === 0 ? 7 : 4} where device_id = ${of(unitIds, which)}`,
  alarm: (which, value) => sql`
    insert into alarms as a (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    select plant_id, device_id, 'device', ${String(value % 2)}, ${["fault", "alarm", "warning"][value % 3]}, ${now()}, ${now()}
    from device_links where device_id = ${of(unitIds, which)} and to_at is null
    on conflict (device_id, fault_code) where status = 'unresolved' do update set count = a.count + 1, gone_at = null`,
  alarmGone: (which) => sql`update alarms set gone_at = ${now()} where device_id = ${of(unitIds, which)}`,
  alarmResolved: (which) => sql`
    update alarms set status = 'resolved' where device_id = ${of(unitIds, which)}`,
  alarmDeleted: (which) => sql`delete from alarms where device_id = ${of(unitIds, which)}`,
  moved: (which, value) => sql`
    update device_links set plant_id = ${of(plantIds, value)}
    where device_id in (${of(gatewayIds, which)}, ${of(unitIds, which)}) and to_at is null`,
  removed: (which) => sql`
    update device_links set to_at = from_at + interval '1 second'
    where device_id = ${of(gatewayIds, which)} and to_at is null`,
  linked: (which, value) => sql`
    insert into device_links (device_id, plant_id, from_at) values (${of(gatewayIds, which)}, ${of(plantIds, value)}, ${now()})
    on conflict (device_id) where to_at is null do nothing`,
  linkDeleted: (which) => sql`delete from device_links where device_id = ${of(gatewayIds, which)}`,
  level: (which, value) => sql`
    insert into metering_sets (plant_id, valid_from, level)
    values (${of(plantIds, which)}, ${new Date(clockMs + (value - 50) * 1000)}, ${["ac-meter", "string", "module"][value % 3]})
    on conflict (plant_id, valid_from) do update set level = excluded.level`,
};

type Step =
  | {
      readonly kind: "change" | "slowChange";
      readonly name: string;
      readonly which: number;
      readonly value: number;
    }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "store" };

// A silent gateway decides the state alone: most of the time all have just reported.
const target = {
  name: fc.oneof(
    { weight: 1, arbitrary: fc.constant("report") },
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(changes)) },
  ),
  which: fc.nat({ max: 5 }),
  value: fc.integer({ min: 0, max: 100 }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("change" as const), ...target }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("slowChange" as const), ...target }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "store" as const }) },
);

const store = () => storeOutdatedStates(engines.db, now());

const reportAll = async () => {
  for (const which of gatewayIds.keys()) await changes.report?.(which, which).execute(engines.db);
};

async function apply(next: Step): Promise<void> {
  if (next.kind === "store") return void (await store());
  if (next.kind === "wait") {
    clockMs += next.seconds * 1000;
    return;
  }
  const write = (db: Db | Transaction) => (changes[next.name] as Change)(next.which, next.value).execute(db);
  if (next.kind === "change") return void (await write(engines.db));
  // States are stored while the change is not committed.
  await engines.db.transaction().execute(async (trx) => {
    await write(trx);
    await store();
  });
}

describe("stored states of plants", () => {
  it("are never read when a write or the time has changed what the rule says", async () => {
    const runs = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await reportAll();
      for (const next of steps) {
        await apply(next);
        const rule = await readRule();
        expect(await readCurrent()).toEqual(rule);
        expect(await readCurrent(allCurrentStates(now(), STATE_COLUMNS))).toEqual(rule);
        expect(rule).toEqual(expect.arrayContaining(await readCurrent(storedStates(now()))));
        if (next.kind === "change" && next.value % 3 > 0) await store();
      }
      await store();
      expect(await readStored()).toEqual(await readRule());
      expect(await readCurrent(storedStates(now()))).toEqual(await readRule());
      const { rows } = await sql`select plant_id from plant_state_marks`.execute(engines.db);
      expect(rows).toEqual([]);
    });
    await fc.assert(runs, { numRuns: propertyRuns(60) });
  });

  it("are computed once for many changes, and not for messages that only extend what holds", async () => {
    // After everything that other tests have dated, so that nothing expires meanwhile. An alarm of a unit that was moved
    // since belongs to another plant, which would count too.
    clockMs += 3_600_000;
    await sql`delete from alarms`.execute(engines.db);
    const online = sql`update gateways set is_online = true, last_heard_at = ${now()}, report_interval_s = 60`;
    await online.execute(engines.db);
    await store();
    clockMs += 15_000;
    await changes.heardAgain?.(0, 0).execute(engines.db);
    expect((await store()).count).toBe(0);
    for (const value of [1, 2, 3]) await changes.alarm?.(0, value).execute(engines.db);
    expect((await store()).count).toBe(1);
  });

  it("are stored for a new plant", async () => {
    const { id } = await createPlant(engines.db);
    await store();
    const { rows } = await sql`select reason from plant_states where plant_id = ${id}`.execute(engines.db);
    expect(rows).toEqual([{ reason: "never-connected" }]);
  });
});

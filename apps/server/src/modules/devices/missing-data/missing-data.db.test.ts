import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import { createAlarmService } from "../alarms/alarms.service.ts";
import { createMissingDataJob } from "./missing-data-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  // The job checks all plants.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

const INTERVAL_MS = 60_000;
const NOON = "2026-06-21T11:00:00Z";
const NIGHT = "2026-06-21T23:00:00Z";

/** A plant with an online gateway, which has just reported three optimizers at 200 W each. */
async function openPlant(at: string = NOON) {
  const clock = createVirtualClock(Date.parse(at));
  const { db } = engines;
  const plant = await createPlant(db, { latitude: 48.1, longitude: 11.6 });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const units: string[] = [];
  for (let count = 0; count < 3; count++)
    units.push((await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id })).id);
  const alarms = createAlarmService({
    ...engines,
    bus: createInProcessBus(),
    clock,
    metering: createMeteringService({ ...engines, clock }),
  });
  const created = createMissingDataJob({ db, clock, logger: createLogger({ logLevel: "silent" }), alarms });
  let isLinkUp = true;
  /** The link's sign of life; `upSince`: when it came back from its last break. */
  const beat = (upSince = new Date(0)) =>
    sql`
      insert into link_activity (up_since, beat_at) values (${upSince}, ${new Date(clock.now())})
      on conflict (id) do update set beat_at = excluded.beat_at, up_since = excluded.up_since`.execute(db);
  const job = {
    check: async () => {
      if (isLinkUp) await beat();
      await created.check();
    },
  };
  /** The link gives no more signs. */
  const stopLink = () => {
    isLinkUp = false;
  };

  const hear = () =>
    sql`
      update gateways set online_since = case when is_online then online_since else ${new Date(clock.now())} end,
        is_online = true, last_heard_at = ${new Date(clock.now())}, report_interval_s = ${INTERVAL_MS / 1000}
      where device_id = ${gateway.id}`.execute(db);
  const report = async (unit: number, powerW: number) => {
    await sql`delete from latest_values where gateway_id = ${units[unit]}`.execute(db);
    await writeLatest(db, [units[unit] as string], { at: new Date(clock.now()), values: { pw: powerW } });
    await sql`
      update latest_values set gateway_id = ${gateway.id}
      where id = (select block_id from device_states where device_id = ${units[unit]})`.execute(db);
  };
  /** Passes report intervals, with what is reported in each: the power of each unit, null for nothing. */
  const pass = async (intervals: number, powers: readonly (number | null)[] | "silent") => {
    for (let count = 0; count < intervals; count++) {
      clock.advance(INTERVAL_MS);
      if (powers !== "silent") {
        await hear();
        for (const [unit, powerW] of powers.entries()) if (powerW !== null) await report(unit, powerW);
      }
      await job.check();
    }
  };
  const setClosed = (device: string, isClosed: boolean) =>
    sql`update device_states set is_closed = ${isClosed} where device_id = ${device}`.execute(db);
  const setStatus = (unit: number, status: number) =>
    sql`update device_states set unit_status = ${status} where device_id = ${units[unit]}`.execute(db);
  /** Fault codes in order, with what became of them. */
  const list = async () => {
    const { rows } = await sql<{ listed: string }>`
      select a.fault_code || case when d.type = 'DCON' then '' else ' ' || d.type end
        || case when a.parent_alarm_id is null then '' else ' grouped' end
        || case when a.gone_at is null then '' else ' gone' end
        || case a.status when 'unresolved' then '' else ' cleared' end as listed
      from alarms a join devices d on d.id = a.device_id where a.plant_id = ${plant.id}
      order by listed`.execute(db);
    return rows.map(({ listed }) => listed);
  };
  const countEvents = async () =>
    (
      await sql`select e.id from alarm_events e join alarms a on a.id = e.alarm_id where a.plant_id = ${plant.id}`.execute(
        db,
      )
    ).rows.length;
  await hear();
  await pass(1, [200, 200, 200]);
  return {
    plant,
    gateway,
    units,
    clock,
    job,
    beat,
    stopLink,
    pass,
    hear,
    report,
    setClosed,
    setStatus,
    list,
    countEvents,
  };
}

const alarmOf = (unit: string) => sql`fault_code in ('H102', 'H202') and device_id = ${unit}`;

describe("a gateway", () => {
  it("that is silent for three report intervals raises an alarm once, which ends when it is heard and remains unresolved", async () => {
    const one = await openPlant();
    await one.pass(2, "silent");
    expect(await one.list()).toEqual([]);
    await one.pass(1, "silent");
    expect(await one.list()).toEqual(["H101"]);
    await one.pass(10, "silent");
    expect(await one.countEvents()).toBe(1);
    await one.pass(1, [200, 200, 200]);
    expect(await one.list()).toEqual(["H101 gone"]);
    await one.pass(3, "silent");
    expect(await one.list()).toEqual(["H101"]);
  });

  it("raises nothing at night, nor right at dawn, and then by day", async () => {
    const one = await openPlant(NIGHT);
    await one.pass(5, "silent");
    expect(await one.list()).toEqual([]);
    // The sun has just risen above 5°.
    one.clock.advance(Date.parse("2026-06-22T03:56:00Z") - one.clock.now());
    await one.job.check();
    await one.pass(2, "silent");
    expect(await one.list()).toEqual([]);
    await one.pass(1, "silent");
    expect(await one.list()).toEqual(["H101"]);
  });

  it("raises nothing before it was ever heard, without coordinates, or about the time before the start of the job", async () => {
    const [fresh, placeless, early] = [await openPlant(), await openPlant(), await openPlant()];
    await sql`update gateways set last_heard_at = null where device_id = ${fresh.gateway.id}`.execute(
      engines.db,
    );
    await sql`update plants set latitude = null, longitude = null where id = ${placeless.plant.id}`.execute(
      engines.db,
    );
    await sql`
      update gateways set last_heard_at = ${new Date(Date.parse(NOON) - 3_600_000)} where device_id = ${early.gateway.id}`.execute(
      engines.db,
    );
    await early.pass(1, "silent");
    expect(await early.list()).toEqual([]);
    await early.pass(1, "silent");
    expect(await early.list()).toEqual(["H101"]);
    for (const one of [fresh, placeless]) {
      await one.pass(5, "silent");
      expect(await one.list()).toEqual([]);
    }
  });
});

describe("the link", () => {
  it("that is down raises nothing about gateways and units, which have three intervals after it is back", async () => {
    const one = await openPlant();
    one.stopLink();
    await one.pass(10, "silent");
    expect(await one.list()).toEqual([]);
    const backAt = new Date(one.clock.now());
    for (const listed of [[], [], [], ["H101"]]) {
      await one.beat(backAt);
      await one.job.check();
      expect(await one.list()).toEqual(listed);
      one.clock.advance(INTERVAL_MS);
    }
  });

  it("that was never started raises nothing", async () => {
    const one = await openPlant();
    one.stopLink();
    await sql`delete from link_activity`.execute(engines.db);
    await one.pass(5, "silent");
    expect(await one.list()).toEqual([]);
  });
});

describe("a unit", () => {
  it("that is silent for three report intervals raises an alarm, which ends with its next sample", async () => {
    const one = await openPlant();
    await one.pass(2, [200, 200, null]);
    expect(await one.list()).toEqual([]);
    await one.pass(1, [200, 200, null]);
    expect(await one.list()).toEqual(["H102 OPT"]);
    await one.pass(5, [200, 200, null]);
    expect(await one.countEvents()).toBe(1);
    await one.pass(1, [200, 200, 200]);
    expect(await one.list()).toEqual(["H102 OPT gone"]);
  });

  it("raises nothing while its gateway is offline, and has three intervals after it is back", async () => {
    const one = await openPlant();
    await one.pass(5, "silent");
    await sql`update gateways set is_online = false where device_id = ${one.gateway.id}`.execute(engines.db);
    expect(await one.list()).toEqual(["H101"]);
    await one.pass(3, [200, 200, null]);
    expect(await one.list()).toEqual(["H101 gone"]);
    await one.pass(1, [200, 200, null]);
    expect(await one.list()).toEqual(["H101 gone", "H102 OPT"]);
  });

  it("that is offline is grouped under its gateway when that is offline too", async () => {
    const one = await openPlant();
    await one.pass(4, [200, 200, null]);
    await one.pass(3, "silent");
    expect(await one.list()).toEqual(["H101", "H102 OPT grouped"]);
  });

  it("without power by day raises an alarm with its first zero, which ends when it produces", async () => {
    const one = await openPlant();
    await one.pass(1, [200, 200, 0]);
    expect(await one.list()).toEqual(["H202 OPT"]);
    await one.pass(5, [200, 200, 0]);
    expect(await one.countEvents()).toBe(1);
    await one.pass(1, [200, 200, 150]);
    expect(await one.list()).toEqual(["H202 OPT gone"]);
  });

  it("that reports the state fault raises an alarm about that, by day and at night, which ends with another state", async () => {
    for (const at of [NOON, NIGHT]) {
      const one = await openPlant(at);
      await one.setStatus(2, 7);
      await one.pass(1, [200, 200, 0]);
      expect(await one.list()).toEqual(["H201 OPT"]);
      await one.pass(3, [200, 200, 0]);
      expect(await one.countEvents()).toBe(1);
      await one.setStatus(2, 4);
      await one.pass(1, [200, 200, 150]);
      expect(await one.list()).toEqual(["H201 OPT gone"]);
    }
  });

  it("that reports the state fault raises no alarm where another fault of it is the reason", async () => {
    const one = await openPlant();
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, source, severity, first_at, last_at)
      values (${one.plant.id}, ${one.units[2]}, 'device', '15', 'OPT', 'fault', now(), now())`.execute(
      engines.db,
    );
    await one.setStatus(2, 7);
    await one.pass(2, [200, 200, 0]);
    expect(await one.list()).toEqual(["15 OPT"]);
    // What Heliograph found out itself names no reason.
    await sql`update alarms set fault_code = 'H211' where device_id = ${one.units[2]}`.execute(engines.db);
    await one.pass(1, [200, 200, 0]);
    expect(await one.list()).toEqual(["H201 OPT", "H211 OPT"]);
  });

  it("without power raises an alarm under a high sun even if no other produces", async () => {
    const one = await openPlant();
    await one.pass(1, [0, 0, 0]);
    expect(await one.list()).toEqual(["H202 OPT", "H202 OPT", "H202 OPT"]);
  });

  it("without power under a low sun raises an alarm only if its peers produce", async () => {
    // The sun is at about 9°.
    const cloudy = await openPlant("2026-06-21T04:20:00Z");
    await cloudy.pass(4, [0, 0, 0]);
    expect(await cloudy.list()).toEqual([]);
    const clear = await openPlant("2026-06-21T04:20:00Z");
    await clear.pass(1, [40, 40, 0]);
    expect(await clear.list()).toEqual(["H202 OPT"]);
  });

  it("without power or silent at night raises nothing", async () => {
    const one = await openPlant(NIGHT);
    await one.pass(5, [0, null, 0]);
    expect(await one.list()).toEqual([]);
  });

  it("that is open raises nothing, and ends its alarm of no power when it opens", async () => {
    const one = await openPlant();
    await one.pass(1, [200, 0, 200]);
    expect(await one.list()).toEqual(["H202 OPT"]);
    for (const unit of [1, 2]) await one.setClosed(one.units[unit] as string, false);
    await one.pass(5, [200, 0, 0]);
    expect(await one.list()).toEqual(["H202 OPT gone"]);
    await one.pass(5, [200, 0, null]);
    expect(await one.list()).toEqual(["H202 OPT gone"]);
  });

  it("that its gateway holds open by command raises nothing until it is closed again", async () => {
    const one = await openPlant();
    const command = (seq: number, op: string) =>
      sql`
        insert into commands (plant_id, gateway_id, seq, op, state)
        values (${one.plant.id}, ${one.gateway.id}, ${seq}, ${op}, 'done')`.execute(engines.db);
    await command(1, "open");
    await one.pass(4, [0, 0, null]);
    expect(await one.list()).toEqual([]);
    await command(2, "close");
    await one.pass(1, [200, 0, null]);
    expect(await one.list()).toEqual(["H102 OPT", "H202 OPT"]);
  });

  it("under an open string, and a string above an open unit, raise nothing", async () => {
    const { db } = engines;
    const one = await openPlant();
    const string = await createDevice(db, {
      type: "SCON",
      plantId: one.plant.id,
      parentId: one.gateway.id,
    });
    await sql`update device_links set parent_id = ${string.id} where device_id = ${one.units[2]}`.execute(db);
    await one.setClosed(string.id, false);
    await one.pass(4, [200, 200, 0]);
    expect(await one.list()).toEqual([]);
    await one.setClosed(string.id, true);
    await one.setClosed(one.units[2] as string, false);
    await writeLatest(db, [string.id], { at: new Date(one.clock.now()), values: { pw: 0 } });
    await sql`update latest_values set gateway_id = ${one.gateway.id} where gateway_id = ${string.id}`.execute(
      db,
    );
    await one.job.check();
    expect(await one.list()).toEqual([]);
    await one.setClosed(one.units[2] as string, true);
    await one.job.check();
    expect(await one.list()).toEqual(["H202 OPT grouped", "H202 SCON"]);
  });

  it("whose alarm was cleared raises a new one while its condition lasts", async () => {
    const one = await openPlant();
    await one.pass(1, [200, 200, 0]);
    await sql`update alarms set status = 'resolved' where ${alarmOf(one.units[2] as string)}`.execute(
      engines.db,
    );
    await one.pass(1, [200, 200, 0]);
    expect(await one.list()).toEqual(["H202 OPT", "H202 OPT cleared"]);
  });

  it("that leaves the plant ends its alarm", async () => {
    const one = await openPlant();
    await one.pass(1, [200, 200, 0]);
    await sql`update device_links set to_at = now() where device_id = ${one.units[2]}`.execute(engines.db);
    await one.pass(1, [200, 200, 0]);
    expect(await one.list()).toEqual(["H202 OPT gone"]);
  });
});

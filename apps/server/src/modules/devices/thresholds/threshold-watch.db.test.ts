import { sql } from "kysely";
import { afterAll, afterEach, expect, test } from "vitest";
import { openTestEngines } from "../../../../test/engines.ts";
import type { TestClient, TestGateway, TestLink } from "../../../../test/link.ts";
import { connectGateway, createBirth, createGateway, startTestLink } from "../../../../test/link.ts";

// Live samples from the broker to the alarm. Samples have their own times, so no delay is waited for; these are a little
// ahead of the clock, so that none becomes late on a busy machine. Each test has a plant of its own.

const engines = await openTestEngines({ isOwnDatabase: true });
const { db } = engines;
let link: TestLink = await startTestLink(engines);
const clients: TestClient[] = [];
const SECOND = 1_000;
const AHEAD = 400 * SECOND;

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(async () => {
  await link.stop();
  await engines.close();
});

interface Values {
  vi?: number;
  ii?: number;
  tp?: number;
  st?: number;
  sw?: number;
}

interface Unit {
  gateway: TestGateway;
  plantId: string;
  /** Sends a report `secondsAgo`; voltage in V, current in A, temperature in °C, status and switch as SunSpec numbers. */
  report(secondsAgo: number, values: Values, topic?: string): Promise<void>;
  connect(): Promise<void>;
}

async function createUnit(options: { latitude?: number; longitude?: number } = {}): Promise<Unit> {
  const gateway = await createGateway(db);
  const plantId = gateway.plant?.id as string;
  await sql`
    update plants set latitude = ${options.latitude ?? null}, longitude = ${options.longitude ?? null}
    where id = ${plantId}`.execute(db);
  const birth = createBirth(gateway.sn, 1);
  birth.columns["3"]?.push(["st", "", 1], ["sw", "", 1], ["tp", "C", 0.1]);
  const now = Date.now() + AHEAD;
  let client: TestClient;
  let seq = 0;
  const unit: Unit = {
    gateway,
    plantId,
    async connect() {
      client = await connectGateway(link, gateway);
      clients.push(client);
      await client.send("upBirth", { ...birth, t: Date.now() });
    },
    async report(secondsAgo, { vi = 40, ii = 5, tp = 30, st = 4, sw = 1 }, topic = "upData") {
      seq += 1;
      const t = now - secondsAgo * SECOND;
      const d = [[1], [0], [vi * 100], [ii * 1000], [1000 + seq], [st], [sw], [tp * 10]];
      await client.send(topic as "upData", { v: 1, rev: 1, s: seq, t, c: 3, d });
    },
  };
  await unit.connect();
  return unit;
}

/** Limits of a plant, in place of the defaults; none other is enabled there. */
async function setLimit(
  { plantId }: Unit,
  limit: { side: "high" | "low"; raise: number; clear: number; delayS: number; isOn?: boolean },
): Promise<void> {
  const { side, raise, clear, delayS, isOn = true } = limit;
  await sql`
    insert into plant_alarm_thresholds
      (plant_id, device_type, quantity, side, is_on, raise_value, clear_value, delay_s, severity, revision)
    values (${plantId}, 'OPT', 'voltage', ${side}, ${isOn}, ${raise}, ${clear}, ${delayS}, 'fault', 1)
    on conflict (plant_id, device_type, quantity, side) do update set is_on = excluded.is_on`.execute(db);
  link.bus.publish("thresholds.changed", {});
}

/** The default of a quantity and side, for one plant. */
async function enable({ plantId }: Unit, quantity: string, side: "high" | "low"): Promise<void> {
  await sql`
    insert into plant_alarm_thresholds
      (plant_id, device_type, quantity, side, is_on, raise_value, clear_value, delay_s, severity, revision)
    select ${plantId}, device_type, quantity, side, true, raise_value, clear_value, 0, severity, 1
    from alarm_thresholds where device_type = 'OPT' and quantity = ${quantity} and side = ${side}`.execute(
    db,
  );
  link.bus.publish("thresholds.changed", {});
}

interface Found {
  kind: string;
  code: string;
  severity: string;
  status: string;
  count: number;
  isPresent: boolean;
}

async function listAlarms({ plantId }: Unit): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select kind, fault_code as code, severity, status, count, gone_at is null as "isPresent"
    from alarms where plant_id = ${plantId} order by first_at, fault_code`.execute(db);
  return rows;
}

async function countDelays({ plantId }: Unit): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from threshold_delays t join device_links l on l.device_id = t.device_id
    where l.plant_id = ${plantId}`.execute(db);
  return rows[0]?.total ?? 0;
}

const raised: Found = {
  kind: "threshold",
  code: "H301",
  severity: "fault",
  status: "unresolved",
  count: 1,
  isPresent: true,
};
const low: Found = { ...raised, code: "H302" };
const poll = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
const HIGH = { side: "high", raise: 60, clear: 50, delayS: 60 } as const;
const LOW = { side: "low", raise: 12, clear: 16, delayS: 0 } as const;

test("raises a threshold alarm after the delay and marks it gone at the clear value, not before", async () => {
  const unit = await createUnit();
  await setLimit(unit, HIGH);
  await unit.report(160, { vi: 61 });
  await poll(() => countDelays(unit)).toBe(1);
  expect(await listAlarms(unit)).toEqual([]);
  await unit.report(100, { vi: 62 });
  await poll(() => listAlarms(unit)).toEqual([raised]);
  await poll(() => countDelays(unit)).toBe(0);
  await unit.report(90, { vi: 55 });
  await unit.report(80, { vi: 65 });
  await unit.report(70, { vi: 50 });
  await poll(() => listAlarms(unit)).toEqual([{ ...raised, isPresent: false }]);
  await unit.report(65, { vi: 61 });
  await unit.report(5, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([{ ...raised, count: 2 }]);
});

test.each([
  ["voltage", "high", "H301", { vi: 76 }, { vi: 69 }],
  ["voltage", "low", "H302", { vi: 11 }, { vi: 17 }],
  ["current", "high", "H303", { ii: 21 }, { ii: 18 }],
  ["current", "low", "H304", { ii: 0.05 }, { ii: 0.4 }],
  ["temperature", "high", "H305", { tp: 86 }, { tp: 74 }],
  ["temperature", "low", "H306", { tp: -41 }, { tp: -34 }],
] as const)(
  "raises and ends a threshold alarm of %s beyond its default limit, %s [R3.13]",
  async (...row) => {
    const [quantity, side, code, beyond, within] = row;
    const unit = await createUnit();
    await enable(unit, quantity, side);
    await unit.report(100, beyond);
    const raisedByDefault = { kind: "threshold", code, status: "unresolved", count: 1 };
    await poll(() => listAlarms(unit)).toMatchObject([{ ...raisedByDefault, isPresent: true }]);
    await unit.report(90, within);
    await poll(() => listAlarms(unit)).toMatchObject([{ ...raisedByDefault, isPresent: false }]);
  },
);

test("raises nothing when the value comes back before the delay is over", async () => {
  const unit = await createUnit();
  await setLimit(unit, HIGH);
  await unit.report(160, { vi: 61 });
  await unit.report(120, { vi: 59 });
  await unit.report(90, { vi: 61 });
  await poll(() => countDelays(unit)).toBe(1);
  await unit.report(40, { vi: 61 });
  await unit.report(30, { vi: 40 });
  await poll(() => countDelays(unit)).toBe(0);
  expect(await listAlarms(unit)).toEqual([]);
});

test("continues delays and alarms after a restart", async () => {
  const unit = await createUnit();
  await setLimit(unit, HIGH);
  await unit.report(160, { vi: 61 });
  await poll(() => countDelays(unit)).toBe(1);
  const restart = async () => {
    await link.stop();
    clients.splice(0);
    link = await startTestLink(engines);
    await unit.connect();
  };
  await restart();
  await unit.report(100, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([raised]);
  await restart();
  await unit.report(90, { vi: 61 });
  await unit.report(60, { vi: 45 });
  await poll(() => listAlarms(unit)).toEqual([{ ...raised, isPresent: false }]);
});

test("opens a new alarm when one is cleared whose value is still beyond the limit", async () => {
  const unit = await createUnit();
  await setLimit(unit, { ...HIGH, delayS: 0 });
  await unit.report(100, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([raised]);
  await sql`
    update alarms set status = 'resolved', resolved_at = now(), resolution = 'forced' where plant_id = ${unit.plantId}`.execute(
    db,
  );
  link.bus.publish(`plant.${unit.plantId}.alarms`, { type: "alarms", stationId: unit.plantId });
  await unit.report(50, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([{ ...raised, status: "resolved" }, raised]);
});

test("ends an alarm when its limit is disabled", async () => {
  const unit = await createUnit();
  await setLimit(unit, { ...HIGH, delayS: 0 });
  await unit.report(100, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([raised]);
  await setLimit(unit, { ...HIGH, isOn: false });
  await unit.report(50, { vi: 61 });
  await poll(() => listAlarms(unit)).toEqual([{ ...raised, isPresent: false }]);
});

test("does not judge buffered history nor late samples", async () => {
  const unit = await createUnit();
  await setLimit(unit, { ...HIGH, delayS: 0 });
  await unit.report(100, { vi: 70 }, "upHistory");
  await unit.report(7_200, { vi: 70 });
  await unit.report(90, { vi: 40 });
  await setLimit(unit, { ...LOW, raise: 45, clear: 46 });
  await unit.report(50, { vi: 40 });
  await poll(() => listAlarms(unit)).toEqual([low]);
});

test("raises no low voltage of open or sleeping units, nor while the sun is low", async () => {
  const awake = await createUnit();
  // Noon and midnight of the sun at this hour, on the equator.
  const noonLongitude = (12 - new Date().getUTCHours()) * 15;
  const night = await createUnit({ latitude: 0, longitude: ((noonLongitude + 360) % 360) - 180 });
  const day = await createUnit({
    latitude: 0,
    longitude: noonLongitude > 180 ? noonLongitude - 360 : noonLongitude,
  });
  for (const unit of [awake, night, day]) await setLimit(unit, LOW);
  await awake.report(100, { vi: 3, st: 2 });
  await awake.report(90, { vi: 3, sw: 0 });
  await night.report(100, { vi: 3 });
  await day.report(100, { vi: 3 });
  await poll(() => listAlarms(day)).toEqual([low]);
  expect([await listAlarms(awake), await listAlarms(night)]).toEqual([[], []]);
  await awake.report(80, { vi: 3 });
  await poll(() => listAlarms(awake)).toEqual([low]);
});

test("raises no low voltage of a unit that was opened by command and does not report its switch", async () => {
  const [opened, other] = [await createUnit(), await createUnit()];
  await sql`
    insert into commands (plant_id, gateway_id, seq, op, rev, targets, state)
    values (${opened.plantId}, ${opened.gateway.id}, 1, 'open', 1, '{1}', 'done'),
      (${other.plantId}, ${other.gateway.id}, 1, 'open', 1, '{2}', 'done')`.execute(db);
  for (const unit of [opened, other]) await setLimit(unit, LOW);
  await opened.report(100, { vi: 3 });
  await other.report(100, { vi: 3 });
  await poll(() => listAlarms(other)).toEqual([low]);
  await sql`
    insert into commands (plant_id, gateway_id, seq, op, rev, state)
    values (${opened.plantId}, ${opened.gateway.id}, 2, 'close', 1, 'done')`.execute(db);
  await poll(() => countDelays(opened)).toBe(0);
  expect(await listAlarms(opened)).toEqual([]);
  await opened.report(50, { vi: 3 });
  await poll(() => listAlarms(opened)).toEqual([low]);
});

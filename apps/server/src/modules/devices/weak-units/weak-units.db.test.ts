import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { hour } from "../../../../test/metering.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import { createTariffService } from "../../energy/tariffs/tariffs.service.ts";
import { createAlarmService } from "../alarms/alarms.service.ts";
import { createWeakUnitsJob } from "./weak-units-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const DAY_MS = 24 * hour;
const FIRST_AT = Date.UTC(2026, 5, 1);

interface AlarmRow {
  faultCode: string;
  severity: string;
  count: number;
  isGone: boolean;
}

/** A plant with a gateway and ten optimizers behind a string, and its job. */
async function openRoof() {
  const plant = await createPlant(engines.db, { timeZone: "UTC", price: "0.2" });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  const units = [];
  for (let index = 0; index < 10; index++)
    units.push(
      await createDevice(engines.db, {
        type: "OPT",
        plantId: plant.id,
        parentId: gateway.id,
        ratedPowerW: 400,
      }),
    );
  const clock = createVirtualClock(FIRST_AT);
  const metering = createMeteringService({ ...engines, clock });
  const bus = createInProcessBus();
  const job = createWeakUnitsJob({
    db: engines.db,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    metering,
    tariffs: createTariffService({ db: engines.db, clock }),
    alarms: createAlarmService({ db: engines.db, bus, clock, metering }),
  });
  /** The gateway was heard, in a session that began then. */
  async function hear(at: number, signedInAt: number): Promise<void> {
    await sql`
      update gateways set last_heard_at = ${new Date(at)}, session_started_at = ${new Date(signedInAt)}
      where device_id = ${gateway.id}`.execute(engines.db);
  }
  return { plant, units, clock, job, hear };
}
type Roof = Awaited<ReturnType<typeof openRoof>>;

/** Writes the windows of a clear day: 300 W from 6 to 18 h, of each unit a share, and nothing of a silent one. */
async function writeDay({ plant, units }: Roof, day: number, shareOf: (index: number) => number | "silent") {
  const rows = units.flatMap(({ key }, index) => {
    const share = shareOf(index);
    if (share === "silent") return [];
    return Array.from({ length: 48 }, (_, window) => ({
      plant: plant.key,
      window_at: FIRST_AT + day * DAY_MS + 6 * hour + window * 900_000,
      device: key,
      slot: 0,
      origin: "rollup",
      kind: "OPT",
      energy_wh: 75 * share,
      backfilled_wh: 0,
      estimated_wh: 0,
      implausible_wh: 0,
      resets: 0,
      is_measured: 1,
      sample_count: 3,
      computed_at: FIRST_AT + (day + 1) * DAY_MS,
    }));
  });
  await engines.clickhouse.insertRows("unit_windows", rows);
}

/** Runs the job three hours after a day, of a gateway that has been connected since before it. */
async function judgeAfter({ clock, job, hear }: Roof, day: number) {
  const now = FIRST_AT + (day + 1) * DAY_MS + 3 * hour;
  clock.set(now);
  await hear(now, FIRST_AT);
  await job.check();
}

async function listAlarms(deviceId: string): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select fault_code as "faultCode", severity, count, gone_at is not null as "isGone" from alarms
    where device_id = ${deviceId} order by first_at, fault_code`.execute(engines.db);
  return rows;
}

const listLosses = async ({ plant }: Roof) =>
  (
    await sql<{ finding: string; lostPerMonth: string; currency: string }>`
      select finding, lost_per_month as "lostPerMonth", currency from unit_analyses
      where plant_id = ${plant.id} and finding is not null order by finding`.execute(engines.db)
  ).rows;

const idOf = ({ units }: Roof, index: number): string => units[index]?.id ?? "";

it("raises dead, silent and half units after one clear day with the money they lose, and ends them on the day they recover", async () => {
  const roof = await openRoof();
  const shares = (index: number) => ([0, "silent", 0.5] as const)[index] ?? 1;
  await writeDay(roof, 0, shares);
  await judgeAfter(roof, 0);
  expect(await listAlarms(idOf(roof, 0))).toEqual([
    { faultCode: "H211", severity: "fault", count: 1, isGone: false },
  ]);
  expect(await listAlarms(idOf(roof, 1))).toMatchObject([{ faultCode: "H211", isGone: false }]);
  expect(await listAlarms(idOf(roof, 2))).toMatchObject([{ faultCode: "H212", severity: "warning" }]);
  expect(await listAlarms(idOf(roof, 3))).toEqual([]);
  // 3.6 kWh a day at 0.2, for 30.4 days.
  expect(await listLosses(roof)).toEqual([
    { finding: "dead", lostPerMonth: "21.92", currency: "EUR" },
    { finding: "dead", lostPerMonth: "21.92", currency: "EUR" },
    { finding: "half", lostPerMonth: "10.96", currency: "EUR" },
  ]);

  await writeDay(roof, 1, (index) => (index === 2 ? 0.5 : 1));
  await judgeAfter(roof, 1);
  expect(await listAlarms(idOf(roof, 0))).toMatchObject([{ faultCode: "H211", count: 1, isGone: true }]);
  expect(await listAlarms(idOf(roof, 2))).toMatchObject([{ faultCode: "H212", count: 2, isGone: false }]);
});

it("judges a day once, only when it has been over for two hours, and no dark day", async () => {
  const roof = await openRoof();
  await writeDay(roof, 0, (index) => (index === 0 ? 0 : 1));
  roof.clock.set(FIRST_AT + DAY_MS + hour);
  await roof.hear(roof.clock.now(), FIRST_AT);
  await roof.job.check();
  expect(await listAlarms(idOf(roof, 0))).toEqual([]);
  await judgeAfter(roof, 0);
  await roof.job.check();
  expect(await listAlarms(idOf(roof, 0))).toMatchObject([{ count: 1 }]);
  await writeDay(roof, 1, () => 0.05);
  await judgeAfter(roof, 1);
  expect(await listAlarms(idOf(roof, 0))).toMatchObject([{ count: 1, isGone: false }]);
});

it("judges days without connection once the gateway is back and has sent what it kept", async () => {
  const roof = await openRoof();
  const backAt = FIRST_AT + 2 * DAY_MS + 3 * hour;
  const judgeAt = async (at: number) => {
    roof.clock.set(at);
    await roof.job.check();
  };
  await judgeAt(backAt - hour);
  // The connection was lost at noon of the first day.
  await roof.hear(FIRST_AT + DAY_MS / 2, FIRST_AT);
  await judgeAt(backAt - hour);
  await roof.hear(backAt, backAt);
  await judgeAt(backAt + 14 * 60_000);
  await writeDay(roof, 0, (index) => (index === 0 ? 0 : 1));
  await writeDay(roof, 1, (index) => (index < 2 ? 0 : 1));
  await roof.hear(backAt + 16 * 60_000, backAt);
  await judgeAt(backAt + 16 * 60_000);
  expect(await listAlarms(idOf(roof, 0))).toMatchObject([{ faultCode: "H211", count: 2 }]);
  expect(await listAlarms(idOf(roof, 1))).toMatchObject([{ faultCode: "H211", count: 1 }]);
});

it("judges units that have reported their past only, as by night after a first start", async () => {
  const roof = await openRoof();
  const ids = roof.units.map(({ id }) => id);
  await sql`delete from device_states where device_id = any(${ids}::uuid[])`.execute(engines.db);
  // The second one has never been heard: it is not installed yet.
  const shares = (index: number) => ([0, "silent"] as const)[index] ?? 1;
  await writeDay(roof, 0, shares);
  await judgeAfter(roof, 0);
  expect(await listAlarms(idOf(roof, 0))).toMatchObject([{ faultCode: "H211", count: 1 }]);
  expect(await listAlarms(idOf(roof, 1))).toEqual([]);
});

it("does not judge a unit that is open, and ends what it found on a unit that left the plant", async () => {
  const roof = await openRoof();
  await sql`update device_states set is_closed = false where device_id = ${idOf(roof, 0)}`.execute(
    engines.db,
  );
  await writeDay(roof, 0, (index) => (index < 2 ? 0 : 1));
  await judgeAfter(roof, 0);
  expect(await listAlarms(idOf(roof, 0))).toEqual([]);
  expect(await listAlarms(idOf(roof, 1))).toMatchObject([{ isGone: false }]);
  const leftAt = new Date(FIRST_AT + DAY_MS + 4 * hour);
  await sql`update device_links set to_at = ${leftAt} where device_id = ${idOf(roof, 1)}`.execute(engines.db);
  await judgeAfter(roof, 1);
  expect(await listAlarms(idOf(roof, 1))).toMatchObject([{ isGone: true }]);
});

it("finds a decline of weeks, compared with the peers of each day", async () => {
  const roof = await openRoof();
  for (let day = 0; day < 40; day++) {
    await writeDay(roof, day, (index) => (index === 4 ? 1 - 0.005 * day : 1) * (day % 3 === 0 ? 0.6 : 1));
    await judgeAfter(roof, day);
  }
  expect(await listAlarms(idOf(roof, 4))).toMatchObject([
    { faultCode: "H213", severity: "warning", isGone: false },
  ]);
  expect(await listAlarms(idOf(roof, 5))).toEqual([]);
});

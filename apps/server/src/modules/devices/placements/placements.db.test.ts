import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { createVirtualClock, systemClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createRollUpJob } from "../../energy/metering/roll-up/roll-up-job.ts";
import { markWindows } from "../../energy/metering/window-marks.service.ts";
import { createPlacementJob } from "./placement-job.ts";
import { createPlacementService, placeUnits } from "./placements.service.ts";

const START = Date.UTC(2026, 5, 20);
const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
const SETTLED_MS = 11 * 60_000;
const at = (quarter: number) => new Date(START + quarter * QUARTER_MS);

let engines: TestEngines;
const bus = createInProcessBus();
const logger = createLogger({ logLevel: "silent" });
const clock = createVirtualClock(Date.now());

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

const links = () => createPlacementService({ db: engines.db, bus });

/** The job of a process that has just started. */
const runJob = async (clickhouse: ClickHouse = engines.clickhouse): Promise<void> => {
  // A change has the microsecond of the database, which may be after the millisecond of now.
  clock.set(Date.now() + 1);
  await createPlacementJob({ db: engines.db, clickhouse, clock, logger }).runOnce();
};

/** A gateway with one unit in a plant of its own, linked since the start; the unit has a slot. */
async function createArray() {
  const plant = await createPlant(engines.db);
  const gateway = await createDevice(engines.db, {
    type: "DCON",
    plantId: plant.id,
    linkedFromAt: new Date(START),
  });
  const unit = await createDevice(engines.db, {
    type: "OPT",
    plantId: plant.id,
    parentId: gateway.id,
    slotLabel: "A1",
    linkedFromAt: new Date(START),
    ratedPowerW: 600,
  });
  return { plant, gateway, unit };
}

type PlantArray = Awaited<ReturnType<typeof createArray>>;

/** Stores samples of quarters as intake does; the counter grows by 100 Wh a quarter. */
async function report(
  { plant, gateway, unit }: PlantArray,
  quarters: readonly number[],
  place: { plantKey?: number; slotKey?: number } = {},
): Promise<void> {
  const { plantKey = plant.key, slotKey = unit.slotKey ?? 0 } = place;
  await engines.clickhouse.insertRows(
    "samples",
    quarters.map((quarter) => ({
      plant: plantKey,
      day: at(quarter),
      device: unit.key,
      at: at(quarter),
      slot: slotKey,
      kind: "OPT",
      gateway: gateway.key,
      seq: quarter,
      is_history: 0,
      received_at: at(quarter),
      eh: 1_000 + 100 * quarter,
    })),
  );
  await markWindows(
    engines.db,
    quarters.map((quarter) => ({ plantKey, windowAt: at(quarter) })),
  );
}

const quarters = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

async function rollUp(): Promise<void> {
  await createRollUpJob({ ...engines, clock: systemClock, logger, onEnergyChanged: () => undefined }).drain();
}

/** Quarters of the unit's samples by plant and slot. */
async function listPlaces({ unit }: PlantArray): Promise<Record<string, number[]>> {
  const rows = await engines.clickhouse.query<{ plant: number; slot: number; atMs: string }>(
    // Without FINAL: no version of a row stays behind.
    `select distinct plant, slot, toUnixTimestamp64Milli(at) as atMs from samples
    where device = {device:UInt32} order by at`,
    { device: unit.key },
  );
  const byPlace = Map.groupBy(rows, ({ plant, slot }) => `${plant}/${slot}`);
  return Object.fromEntries(
    [...byPlace].map(([place, found]) => [
      place,
      found.map(({ atMs }) => (Number(atMs) - START) / QUARTER_MS),
    ]),
  );
}

const placeOf = (plant: { key: number }, slotKey: number | undefined) => `${plant.key}/${slotKey ?? 0}`;
const NOWHERE = "0/0";

async function sumEnergyWh(plant: { key: number }): Promise<number> {
  const [row] = await engines.clickhouse.query<{ wh: number }>(
    "select sum(energy_wh) as wh from plant_days final where plant = {plant:UInt32}",
    { plant: plant.key },
  );
  return row?.wh ?? 0;
}

async function countMarks(plant: { key: number }): Promise<number> {
  const { rows } = await sql`select from rollup_marks where plant_key = ${plant.key}`.execute(engines.db);
  return rows.length;
}

async function countChanges(): Promise<number> {
  return (await sql`select from placement_changes`.execute(engines.db)).rows.length;
}

/** The engine, with statements that contain a text failing as they do when a process ends before them. */
const failAt = (text: string): ClickHouse => {
  const check = (statement: string) => {
    if (statement.includes(text)) throw new Error("the process ended");
  };
  return {
    ...engines.clickhouse,
    async command(statement, params) {
      check(statement);
      await engines.clickhouse.command(statement, params);
    },
    async query(statement, params) {
      check(statement);
      return await engines.clickhouse.query(statement, params);
    },
  };
};

const redate = (deviceId: string, quarter: number) =>
  links().change((_trx, editor) => editor.redate(deviceId, at(quarter)));

/** Both devices leave their plant at a quarter and start in another, like sold devices. */
async function moveToOtherPlant({ gateway, unit }: PlantArray, quarter: number) {
  const plant = await createPlant(engines.db);
  await links().change(async (trx, editor) => {
    await editor.end([gateway.id, unit.id], at(quarter));
    for (const { id } of [gateway, unit])
      await editor.add({ deviceId: id, plantId: plant.id, fromAt: at(quarter), createdBy: undefined });
    await placeUnits(trx, {
      plantId: plant.id,
      fromAt: at(quarter),
      units: [{ sn: unit.sn, parentSn: gateway.sn, slot: { label: "B7" } }],
    });
  });
  const { rows } = await sql<{ key: number }>`select key from slots where plant_id = ${plant.id}`.execute(
    engines.db,
  );
  return { plant, slotKey: rows[0]?.key };
}

describe("samples of a link that changed for the past", () => {
  it("leave the plant before the link's new start, and come back when it is dated earlier again", async () => {
    const array = await createArray();
    const { plant, gateway, unit } = array;
    await report(array, quarters(0, 8));
    await rollUp();
    expect(await sumEnergyWh(plant)).toBeCloseTo(700);

    expect(await redate(gateway.id, 4)).toBe(true);
    await runJob();
    expect(await listPlaces(array)).toEqual({
      [NOWHERE]: quarters(0, 4),
      [placeOf(plant, unit.slotKey)]: quarters(4, 8),
    });
    expect(await countMarks(plant)).toBeGreaterThan(0);
    await rollUp();
    expect(await sumEnergyWh(plant)).toBeCloseTo(300);

    await redate(gateway.id, 0);
    await runJob();
    expect(await listPlaces(array)).toEqual({ [placeOf(plant, unit.slotKey)]: quarters(0, 8) });
    await rollUp();
    expect(await sumEnergyWh(plant)).toBeCloseTo(700);
  });

  it("go to the plant and slot that the devices had moved to, and each plant counts its own", async () => {
    const array = await createArray();
    await report(array, quarters(0, 8));
    await rollUp();
    const other = await moveToOtherPlant(array, 4);
    await runJob();
    expect(await listPlaces(array)).toEqual({
      [placeOf(array.plant, array.unit.slotKey)]: quarters(0, 4),
      [placeOf(other.plant, other.slotKey)]: quarters(4, 8),
    });
    await rollUp();
    expect(await sumEnergyWh(array.plant)).toBeCloseTo(300);
    expect(await sumEnergyWh(other.plant)).toBeCloseTo(300);
  });

  it("leave the plant with their gateway, although the link of their unit lasts", async () => {
    const array = await createArray();
    await report(array, quarters(0, 8));
    await links().change((_trx, editor) => editor.end([array.gateway.id], at(6)));
    await runJob();
    expect(await listPlaces(array)).toEqual({
      [placeOf(array.plant, array.unit.slotKey)]: quarters(0, 6),
      [NOWHERE]: quarters(6, 8),
    });
  });

  it("get the slot that a later birth gives their unit, and their energy stays", async () => {
    const array = await createArray();
    const { plant, unit } = array;
    await sql`update device_links set slot_id = null where device_id = ${unit.id}`.execute(engines.db);
    await report(array, quarters(0, 8), { slotKey: 0 });
    await rollUp();
    await engines.db.transaction().execute((trx) =>
      placeUnits(trx, {
        plantId: plant.id,
        fromAt: at(0),
        units: [{ sn: unit.sn, slot: { label: "C3" } }],
      }),
    );
    await runJob();
    const { rows } = await sql<{ key: number }>`select key from slots where label = 'C3'`.execute(engines.db);
    expect(await listPlaces(array)).toEqual({ [placeOf(plant, rows[0]?.key)]: quarters(0, 8) });
    await rollUp();
    expect(await sumEnergyWh(plant)).toBeCloseTo(700);
  });

  it("take the energy that was spread over windows without a sample with them", async () => {
    const array = await createArray();
    await report(array, [1, 12]);
    await rollUp();
    expect(await sumEnergyWh(array.plant)).toBeCloseTo(1_100);
    const other = await moveToOtherPlant(array, 1);
    await runJob();
    await rollUp();
    expect(await sumEnergyWh(array.plant)).toBe(0);
    expect(await sumEnergyWh(other.plant)).toBeCloseTo(1_100);
  });
});

describe("the placement job", () => {
  it.each(["alter table samples delete", "from unit_windows"])(
    "continues after an end of the process before the statement with %j",
    async (text) => {
      const array = await createArray();
      await report(array, quarters(0, 8));
      await rollUp();
      const other = await moveToOtherPlant(array, 4);
      await expect(runJob(failAt(text))).rejects.toThrow("the process ended");
      // The roll-up computes these windows again later.
      await rollUp();
      await runJob();
      expect(await listPlaces(array)).toEqual({
        [placeOf(array.plant, array.unit.slotKey)]: quarters(0, 4),
        [placeOf(other.plant, other.slotKey)]: quarters(4, 8),
      });
      await rollUp();
      expect(await sumEnergyWh(array.plant)).toBeCloseTo(300);
      expect(await sumEnergyWh(other.plant)).toBeCloseTo(300);
    },
  );

  it("moves what was stored by earlier links meanwhile when it checks again, then forgets the change", async () => {
    const array = await createArray();
    await report(array, quarters(0, 6));
    const other = await moveToOtherPlant(array, 4);
    await runJob();
    await report(array, [6, 7]);
    clock.set(Date.now() + SETTLED_MS);
    const job = createPlacementJob({ ...engines, clock, logger });
    await job.runOnce();
    expect(await listPlaces(array)).toEqual({
      [placeOf(array.plant, array.unit.slotKey)]: quarters(0, 4),
      [placeOf(other.plant, other.slotKey)]: quarters(4, 8),
    });
    expect(await countChanges()).toBe(0);
    expect(await job.runOnce()).toBe(0);
  });

  it("changes nothing when it runs again", async () => {
    const array = await createArray();
    await report(array, quarters(0, 8));
    await moveToOtherPlant(array, 4);
    await runJob();
    await rollUp();
    const readRows = () =>
      engines.clickhouse.query("select * from samples final where device = {device:UInt32} order by at", {
        device: array.unit.key,
      });
    const before = await readRows();
    await sql`update placement_changes set due_at = '2026-01-01'`.execute(engines.db);
    await runJob();
    expect(await readRows()).toEqual(before);
    expect(await countMarks(array.plant)).toBe(0);
  });

  it("marks no window when no sample is stored under a wrong place", async () => {
    const array = await createArray();
    await report(array, quarters(0, 8));
    await rollUp();
    await redate(array.gateway.id, -4);
    await runJob();
    expect(await countMarks(array.plant)).toBe(0);
  });

  it("leaves the devices to another process that moves samples", async () => {
    const array = await createArray();
    await report(array, quarters(0, 8));
    await redate(array.gateway.id, 4);
    await engines.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(71002, 0)`.execute(trx);
      await runJob();
    });
    expect(await listPlaces(array)).toEqual({
      [placeOf(array.plant, array.unit.slotKey)]: quarters(0, 8),
    });
  });
});

describe("the start of a link", () => {
  const findStart = async (deviceId: string) => {
    const { rows } = await sql<{ fromAt: Date }>`
      select from_at as "fromAt" from device_links where device_id = ${deviceId} and to_at is null`.execute(
      engines.db,
    );
    return rows[0]?.fromAt;
  };

  it("moves with its gateway's for the units that began with it, and each is published", async () => {
    const { plant, gateway, unit } = await createArray();
    const later = await createDevice(engines.db, {
      type: "OPT",
      plantId: plant.id,
      parentId: gateway.id,
      linkedFromAt: at(9),
    });
    const subjects: string[] = [];
    const unsubscribe = bus.subscribe("gateway.*.links", (_message, subject) => subjects.push(subject));
    await redate(gateway.id, -8);
    unsubscribe();
    expect(await findStart(gateway.id)).toEqual(at(-8));
    expect(await findStart(unit.id)).toEqual(at(-8));
    expect(await findStart(later.id)).toEqual(at(9));
    expect(subjects.toSorted()).toEqual(
      [`gateway.${gateway.sn}.links`, `gateway.${unit.sn}.links`].toSorted(),
    );
  });

  it("stays when the device was linked elsewhere at that time", async () => {
    const array = await createArray();
    await moveToOtherPlant(array, 4);
    expect(await redate(array.gateway.id, 2)).toBe(false);
    expect(await findStart(array.gateway.id)).toEqual(at(4));
  });

  it("publishes nothing when the transaction fails", async () => {
    const { gateway } = await createArray();
    const subjects: string[] = [];
    const unsubscribe = bus.subscribe("gateway.*.links", (_message, subject) => subjects.push(subject));
    const failing = links().change(async (_trx, editor) => {
      await editor.redate(gateway.id, new Date(START - HOUR_MS));
      throw new Error("refused");
    });
    await expect(failing).rejects.toThrow("refused");
    unsubscribe();
    expect(subjects).toEqual([]);
    expect(await findStart(gateway.id)).toEqual(at(0));
  });
});

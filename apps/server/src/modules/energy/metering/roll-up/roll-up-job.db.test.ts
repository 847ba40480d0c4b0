import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../../test/fixtures.ts";
import { writePlantDays } from "../../../../../test/metering.ts";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { createVirtualClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { createMeteringService } from "../metering.service.ts";
import { markWindows } from "../window-marks.service.ts";
import { deleteMarks, listMarks, lockPlants, saveCheckpoint } from "./marks.repository.ts";
import { markUnmarked } from "./recovery.ts";
import { createRollUpJob } from "./roll-up-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const logger = createLogger({ logLevel: "silent" });
const at = Date.UTC(2026, 5, 20, 12);
const DAY_MS = 86_400_000;

type TestPlant = Awaited<ReturnType<typeof createPlant>>;

function openJob(plants: ReadonlyArray<{ key: number }>, clickhouse: ClickHouse = engines.clickhouse) {
  const clock = createVirtualClock(at);
  const changed: string[] = [];
  const job = createRollUpJob({
    db: engines.db,
    clickhouse,
    clock,
    logger,
    onEnergyChanged: (plantId) => changed.push(plantId),
    plantKeys: plants.map(({ key }) => key),
  });
  return { job, clock, changed };
}

async function store(
  plantKey: number,
  samples: ReadonlyArray<{ at: number; eh: number; receivedAt?: number }>,
) {
  await engines.clickhouse.insertRows(
    "samples",
    samples.map((sample) => ({
      plant: plantKey,
      day: new Date(sample.at),
      device: 1,
      at: sample.at,
      slot: 0,
      kind: "OPT",
      gateway: 1,
      seq: 1,
      is_history: 0,
      received_at: sample.receivedAt ?? sample.at,
      eh: sample.eh,
    })),
  );
}

async function countMarks(plantKey: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from rollup_marks where plant_key = ${plantKey}`.execute(engines.db);
  return Number(rows[0]?.total);
}

describe("the roll-up job", () => {
  it("computes a plant at most every ten seconds, and immediately after a pause", async () => {
    const plant = await createPlant(engines.db);
    const { job, clock, changed } = openJob([plant]);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at }]);
    expect(await job.runOnce()).toBe(1);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at }]);
    expect(await job.runOnce()).toBe(0);
    // Longer than ten seconds, since the pause is twenty times the duration of the computation.
    clock.advance(60 * 60_000);
    expect(await job.runOnce()).toBe(1);
    expect(changed).toEqual([plant.id, plant.id]);
    expect(await countMarks(plant.key)).toBe(0);
  });

  it("computes plants that were marked at different times together", async () => {
    const plants = [await createPlant(engines.db), await createPlant(engines.db)];
    const [early, late] = plants as [TestPlant, TestPlant];
    const { job, clock, changed } = openJob(plants);
    const mark = ({ key }: TestPlant) => markWindows(engines.db, [{ plantKey: key, windowAt: at }]);
    await mark(early);
    expect(await job.runOnce()).toBe(1);
    clock.advance(60 * 60_000);
    await mark(early);
    await mark(late);
    expect(await job.runOnce()).toBe(2);
    for (const plant of [late, early]) {
      await mark(plant);
      expect(await job.runOnce()).toBe(0);
    }
    clock.advance(65_000);
    expect(await job.runOnce()).toBe(2);
    expect(changed).toHaveLength(5);
  });

  it("computes late windows before the plant is due again, once no more late reports arrive", async () => {
    const plant = await createPlant(engines.db);
    const { job, clock } = openJob([plant]);
    const lateAt = at - DAY_MS;
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: lateAt }]);
    expect(await job.runOnce()).toBe(1);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: lateAt }]);
    const setMarkedAt = (shift: string) =>
      sql`update rollup_marks set marked_at = now() + ${shift}::interval where plant_key = ${plant.key}`.execute(
        engines.db,
      );
    // Before the plant is due, but as if other late reports were still arriving.
    clock.advance(9_000);
    await setMarkedAt("1 minute");
    expect(await job.runOnce()).toBe(0);
    await setMarkedAt("-1 minute");
    const runLater = async () => {
      clock.advance(1_000);
      expect(await job.runOnce()).toBe(1);
    };
    await vi.waitFor(runLater, { timeout: 50_000 });
    expect(await countMarks(plant.key)).toBe(0);
  });

  it("returns immediately to a plant with more marked windows than one pass computes", async () => {
    const plant = await createPlant(engines.db);
    const { job } = openJob([plant]);
    await markWindows(
      engines.db,
      Array.from({ length: 100 }, (_, index) => ({ plantKey: plant.key, windowAt: at - index * 900_000 })),
    );
    expect(await job.runOnce()).toBe(1);
    expect(await countMarks(plant.key)).toBe(4);
    expect(await job.runOnce()).toBe(1);
    expect(await countMarks(plant.key)).toBe(0);
  });

  it("computes plants together without mixing their energies", async () => {
    const plants = await Promise.all(
      (["UTC", "Asia/Tokyo", "UTC"] as const).map((timeZone, index) =>
        createPlant(engines.db, { timeZone, meteringLevel: index === 2 ? "string" : "module" }),
      ),
    );
    const evening = at + 8 * 3_600_000;
    for (const [index, plant] of plants.entries()) {
      await store(plant.key, [
        { at: evening, eh: 0 },
        { at: evening + 300_000, eh: 10 * (index + 1) },
      ]);
      await markWindows(engines.db, [{ plantKey: plant.key, windowAt: evening }]);
    }
    const { job, changed } = openJob(plants);
    expect(await job.runOnce()).toBe(3);
    expect(new Set(changed)).toEqual(new Set(plants.map(({ id }) => id)));
    const days = await engines.clickhouse.query(
      `select plant, plant_day, level, energy_wh from plant_days final
      where plant in {plants:Array(UInt32)} order by energy_wh desc`,
      { plants: plants.map(({ key }) => key) },
    );
    expect(days).toEqual([
      { plant: plants[1]?.key, plant_day: "2026-06-21", level: "module", energy_wh: 20 },
      { plant: plants[0]?.key, plant_day: "2026-06-20", level: "module", energy_wh: 10 },
      // Its modules are shown, and do not count.
      { plant: plants[2]?.key, plant_day: "2026-06-20", level: "string", energy_wh: 0 },
    ]);
  });

  it("continues with the other plants when one fails, and retries it", async () => {
    const [ill, well] = [await createPlant(engines.db), await createPlant(engines.db)];
    let isIll = true;
    const flaky: ClickHouse = {
      ...engines.clickhouse,
      command: (text, params) =>
        isIll && (params as { plants: number[] }).plants.includes(ill.key)
          ? Promise.reject(new Error("the disk is full"))
          : engines.clickhouse.command(text, params),
    };
    const { job, clock, changed } = openJob([ill, well], flaky);
    await markWindows(engines.db, [
      { plantKey: ill.key, windowAt: at },
      { plantKey: well.key, windowAt: at },
    ]);
    expect(await job.runOnce()).toBe(1);
    expect(changed).toEqual([well.id]);
    expect(await countMarks(ill.key)).toBe(1);
    isIll = false;
    clock.advance(60 * 60_000);
    expect(await job.runOnce()).toBe(1);
    expect(changed).toEqual([well.id, ill.id]);
  });

  it("keeps a mark that was set again while it was being computed", async () => {
    const plant = await createPlant(engines.db);
    await markWindows(engines.db, [
      { plantKey: plant.key, windowAt: at },
      { plantKey: plant.key, windowAt: at + 900_000 },
    ]);
    const taken = await engines.db
      .transaction()
      .execute((trx) => listMarks(trx, [{ plantKey: plant.key, limit: 10 }]));
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at }]);
    await deleteMarks(engines.db, taken);
    const left = await engines.db
      .transaction()
      .execute((trx) => listMarks(trx, [{ plantKey: plant.key, limit: 10 }]));
    expect(left.map(({ windowAt }) => windowAt)).toEqual([at]);
  });

  it("leaves a plant to the process that is computing it", async () => {
    const plant = await createPlant(engines.db);
    const { job } = openJob([plant]);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at }]);
    await engines.db.transaction().execute(async (trx) => {
      expect(await lockPlants(trx, [plant.key])).toEqual([plant.key]);
      expect(await job.runOnce()).toBe(0);
    });
    expect(await countMarks(plant.key)).toBe(1);
  });

  it("marks after a crash what was stored without a mark since the checkpoint", async () => {
    const plant = await createPlant(engines.db);
    const { job } = openJob([plant]);
    await store(plant.key, [{ at: at - 3 * 900_000, eh: 100 }]);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at - 3 * 900_000 }]);
    await job.drain();
    // Far ahead of the other tests of this database, whose passes move the checkpoint as well.
    const checkpointAt = Date.UTC(2100, 0, 1);
    await saveCheckpoint(engines.db, checkpointAt);
    onTestFinished(async () => {
      await sql`update rollup_checkpoint set marked_until = now()`.execute(engines.db);
    });
    await store(plant.key, [
      { at, eh: 110, receivedAt: checkpointAt },
      { at: at + 900_000, eh: 130, receivedAt: checkpointAt + 1 },
    ]);
    expect(await markUnmarked(engines.db, engines.clickhouse)).toBe(2);
    await job.drain();
    const [day] = await engines.clickhouse.query<{ energy_wh: number }>(
      "select energy_wh from plant_days final where plant = {plant:UInt32}",
      { plant: plant.key },
    );
    expect(day?.energy_wh).toBeCloseTo(30, 6);
  });

  it("deletes the marks of a deleted plant", async () => {
    const gone = 2_000_000_000;
    await markWindows(engines.db, [{ plantKey: gone, windowAt: at }]);
    const { job, changed } = openJob([{ key: gone }]);
    await job.drain();
    expect(await countMarks(gone)).toBe(0);
    expect(changed).toEqual([]);
  });

  it("keeps the current energies of plants that an earlier version counted without keeping them", async () => {
    const plant = await createPlant(engines.db, { timeZone: "UTC" });
    await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    await writePlantDays(engines, plant.key, { "2026-06-20": 7, "2026-06-19": 5 });
    const clock = createVirtualClock(at);
    const metering = createMeteringService({ ...engines, clock });
    const readEnergies = async () => (await metering.energyTotals([plant.key])).get(plant.key);
    expect(await readEnergies()).toBeUndefined();
    const job = createRollUpJob({
      ...engines,
      clock,
      logger,
      onEnergyChanged: () => {},
      plantKeys: [plant.key],
    });
    job.start();
    await vi.waitFor(
      async () =>
        expect(await readEnergies()).toMatchObject({ todayWh: 7, monthWh: 12, firstDay: "2026-06-19" }),
      { timeout: 50_000 },
    );
    await job.stop();
    clock.advance(DAY_MS);
    expect(await readEnergies()).toMatchObject({ todayWh: 0, monthWh: 12, totalWh: 12 });
  });

  it("runs between start and stop, and stops immediately", async () => {
    const plant = await createPlant(engines.db);
    const changed = Promise.withResolvers<string>();
    const job = createRollUpJob({
      ...engines,
      clock: createVirtualClock(at),
      logger,
      onEnergyChanged: changed.resolve,
      plantKeys: [plant.key],
    });
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: at }]);
    job.start();
    expect(await changed.promise).toBe(plant.id);
    await job.stop();
    expect(await countMarks(plant.key)).toBe(0);
  });
});

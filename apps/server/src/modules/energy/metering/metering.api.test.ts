import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { createLogger } from "../../../infra/logger.ts";
import { deleteMarks, listMarks } from "./roll-up/marks.repository.ts";
import { createRollUpJob } from "./roll-up/roll-up-job.ts";
import { markWindows } from "./window-marks.service.ts";

const at = Date.UTC(2026, 5, 20, 8);
const minute = 60_000;

let engines: TestEngines;
let server: TestApp;
let plant: Awaited<ReturnType<typeof createPlant>>;
let device: Awaited<ReturnType<typeof createDevice>>;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: at + 120 * minute });
  const owner = await createAccount(engines.db);
  plant = await createPlant(engines.db, {
    ownerId: owner.id,
    latitude: 45,
    longitude: 7,
    timeZone: "Europe/Rome",
  });
  device = await createDevice(engines.db, { type: "OPT", plantId: plant.id, ratedPowerW: 400 });
  ({ authorization } = await createSession(engines.db, { accountId: owner.id }));
  const minutes = Array.from({ length: 13 }, (_, index) => index * 5);
  await engines.clickhouse.insertRows(
    "samples",
    minutes.map((after) => ({
      plant: plant.key,
      day: new Date(at),
      device: device.key,
      at: at + after * minute,
      slot: 0,
      kind: "OPT",
      gateway: 1,
      seq: after,
      is_history: after < 30 ? 1 : 0,
      received_at: at + after * minute,
      vi: 40,
      ii: 7.5,
      eh: 1_000 + after * 5,
    })),
  );
  await markWindows(
    engines.db,
    minutes.map((after) => ({ plantKey: plant.key, windowAt: at + after * minute })),
  );
  await createJob().drain();
});

function createJob(onEnergyChanged: () => void = () => {}) {
  const logger = createLogger({ logLevel: "silent" });
  return createRollUpJob({
    ...engines,
    clock: server.clock,
    logger,
    onEnergyChanged,
    plantKeys: [plant.key],
  });
}

afterAll(async () => {
  await server.close();
  await engines.close();
});

test("returns the power of a day with the expected power and the coverage of the energy [R1.3]", async () => {
  const query = { stationId: plant.id, day: "2026-06-20" };
  const { envelope } = await server.call("GET", "/workData/powerStation/curve", { query, authorization });
  expect(envelope.code).toBe("0");
  expect(envelope.data).toMatchObject({
    fromAt: "2026-06-19T22:00:00.000Z",
    toAt: "2026-06-20T22:00:00.000Z",
    source: "samples",
    expectedFrom: "clear-sky",
    expectedBy: "ratings",
    coverage: { estimatedWh: 0, resets: 0 },
  });
  expect(envelope.data.energyWh).toBeCloseTo(300, 6);
  expect(envelope.data.coverage.backfilledWh).toBeCloseTo(125, 6);
  expect(envelope.data.points).toContainEqual({ at: "2026-06-20T08:30:00.000Z", powerW: 300 });
});

test("returns the energy of a month by day", async () => {
  const query = { stationId: plant.id, by: "day", period: "2026-06" };
  const { envelope } = await server.call("GET", "/workData/powerStation/energy", { query, authorization });
  expect(envelope.data.bars).toHaveLength(30);
  expect(envelope.data.bars[19].energyWh).toBeCloseTo(300, 6);
  expect(envelope.data.bars[18].energyWh).toBeNull();
});

test("returns the samples of a device", async () => {
  const query = { deviceId: device.id, fromAt: "2026-06-20T08:00:00Z", toAt: "2026-06-20T08:10:00Z" };
  const { envelope } = await server.call("GET", "/workData/device/data", { query, authorization });
  expect(envelope.data.rows).toMatchObject([
    { at: "2026-06-20T08:00:00.000Z", inputVoltageV: 40, powerW: 300, generationWh: 1_000 },
    { at: "2026-06-20T08:05:00.000Z", inputVoltageV: 40, powerW: 300, generationWh: 1_025 },
  ]);
});

test("names the field of a period of another form", async () => {
  const query = { stationId: plant.id, by: "month", period: "2026-06" };
  const { envelope } = await server.call("GET", "/workData/powerStation/energy", { query, authorization });
  expect(envelope.code).toBe("A0400");
  expect(envelope.data.fields).toMatchObject([{ path: "period" }]);
});

describe("figures that are partial for now", () => {
  const days = { past: "2026-06-10", today: "2026-06-20" };

  /** `isUpdating` of the plant's energies in each call. */
  async function readUpdating() {
    const read = async (path: string, query: object = {}) => {
      const { envelope } = await server.call("GET", path, { query, authorization });
      return envelope.data;
    };
    const station = "/workData/powerStation";
    const stationId = plant.id;
    const curveOf = async (day: string) => (await read(`${station}/curve`, { stationId, day })).isUpdating;
    const barsOf = async (period: string) =>
      (await read(`${station}/energy`, { stationId, by: "day", period })).isUpdating;
    return {
      totals: (await read("/index/overview")).isUpdating,
      row: (await read(`${station}/list`)).rows[0].isUpdating,
      detail: (await read(`${station}/detail`, { stationId })).isUpdating,
      pastDay: await curveOf(days.past),
      today: await curveOf(days.today),
      month: await barsOf("2026-06"),
      otherMonth: await barsOf("2026-03"),
    };
  }
  const none = {
    totals: false,
    row: false,
    detail: false,
    pastDay: false,
    today: false,
    month: false,
    otherMonth: false,
  };
  const plantFigures = { totals: true, row: true, detail: true, month: true };

  test("say so while late history waits for its roll-up, and no longer when its end is announced", async () => {
    expect(await readUpdating()).toEqual(none);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt: Date.parse(`${days.past}T10:00:00Z`) }]);
    expect(await readUpdating()).toEqual({ ...none, ...plantFigures, pastDay: true });
    const announced: Promise<object>[] = [];
    await createJob(() => announced.push(readUpdating())).drain();
    expect(await Promise.all(announced)).toEqual([none]);
  });

  test("say so when the roll-up falls behind, and not while it follows live reports", async () => {
    const windowAt = server.clock.now() - 10 * minute;
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt }]);
    expect(await readUpdating()).toEqual(none);
    await sql`update rollup_marks set pending_since = pending_since - interval '46 seconds'
      where plant_key = ${plant.key}`.execute(engines.db);
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt }]);
    expect(await readUpdating()).toEqual({ ...none, ...plantFigures, today: true });
    await createJob().drain();
    expect(await readUpdating()).toEqual(none);
  });

  test("say so while reports are held until their gateway's birth arrives", async () => {
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    await sql`insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
      values (${gateway.id}, ${new Date(server.clock.now())}, 'up/history', 'unknown-rev', 7, '')`.execute(
      engines.db,
    );
    expect(await readUpdating()).toMatchObject(plantFigures);
    await sql`delete from pending_reports where gateway_id = ${gateway.id}`.execute(engines.db);
    expect(await readUpdating()).toEqual(none);
  });

  test("wait since they were last computed, however often a window is marked in between", async () => {
    const windowAt = server.clock.now() - 10 * minute;
    await markWindows(engines.db, [{ plantKey: plant.key, windowAt }]);
    await sql`update rollup_marks set pending_since = pending_since - interval '46 seconds'
      where plant_key = ${plant.key}`.execute(engines.db);
    await engines.db.transaction().execute(async (trx) => {
      const taken = await listMarks(trx, [{ plantKey: plant.key, limit: 10 }]);
      // A report arrives while its window is being computed.
      await markWindows(trx, [{ plantKey: plant.key, windowAt }]);
      await deleteMarks(trx, taken);
    });
    expect(await readUpdating()).toEqual(none);
    await createJob().drain();
  });
});

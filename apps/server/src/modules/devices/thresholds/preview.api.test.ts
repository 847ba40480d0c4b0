import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";
import { systemScope } from "../../base/access/scope.ts";
import { previewAlarms } from "./preview.ts";

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db, clickhouse } = engines;
const MINUTE = 60_000;

interface Sample {
  /** Minutes after the start. */
  at: number;
  vi: number;
  sw?: number;
}

const high = {
  deviceType: "OPT",
  quantity: "voltage",
  side: "high" as "high" | "low",
  raiseValue: 60,
  clearValue: 50,
} as const;

async function createOwner() {
  const owner = await createAccount(db);
  const plant = await createPlant(db, { ownerId: owner.id });
  const device = await createDevice(db, { type: "OPT", plantId: plant.id });
  const { authorization } = await createSession(db, { accountId: owner.id });
  const startAt = server.clock.now() - 2 * 86_400_000;
  const insert = (samples: readonly Sample[]) =>
    clickhouse.insertRows(
      "samples",
      samples.map(({ at, vi, sw = 1 }) => {
        const ms = startAt + at * MINUTE;
        return {
          plant: plant.key,
          day: new Date(ms).toISOString().slice(0, 10),
          device: device.key,
          at: ms,
          slot: 0,
          kind: "OPT",
          gateway: 1,
          seq: at + 1,
          is_history: 0,
          received_at: ms,
          vi,
          sw,
        };
      }),
    );
  const limit = high;
  const preview = async (query: object = {}) =>
    (
      await server.call("GET", "/alarm/threshold/preview", {
        authorization,
        query: { ...limit, delayS: 120, ...query },
      })
    ).envelope;
  /** As the call, with other limits of how many samples count one by one and are read. */
  const previewOf = (max: { each: number; read: number }, delayS: number, over: Partial<typeof high> = {}) =>
    previewAlarms(
      { db, clock: server.clock, clickhouse },
      systemScope(),
      { ...high, ...over, delayS, stationId: plant.id },
      max,
    );
  const count = async (query: object = {}) => (await preview({ stationId: plant.id, ...query })).data.alarms;
  return { plant, insert, preview, previewOf, count };
}

/** Voltages of consecutive minutes. */
const minutes = (from: number, volts: readonly number[], sw?: number): Sample[] =>
  volts.map((vi, index) => ({ at: from + index, vi, ...(sw !== undefined && { sw }) }));

test("counts alarms of stored samples with delay and hysteresis", async () => {
  const { plant, insert, preview, count } = await createOwner();
  expect((await preview({ stationId: plant.id })).data).toEqual({
    alarms: 0,
    devices: 0,
    days: 30,
    fromAt: null,
    stepS: null,
    isCapped: false,
  });
  // Two minutes beyond; back above the clear value and beyond again; cleared; one minute beyond; two minutes beyond.
  await insert(minutes(0, [40, 61, 62, 61, 55, 65, 66, 67, 50, 61, 61, 40, 61, 61, 61, 40]));
  expect((await preview({ stationId: plant.id })).data).toEqual({
    alarms: 2,
    devices: 1,
    days: 30,
    fromAt: new Date(server.clock.now() - 2 * 86_400_000).toISOString(),
    stepS: null,
    isCapped: false,
  });
  expect(await count({ delayS: 0 })).toBe(3);
  expect(await count({ delayS: 180 })).toBe(0);
  expect(await count({ delayS: 0, clearValue: 58 })).toBe(4);
  expect(await count({ raiseValue: 66.5, delayS: 0 })).toBe(1);
  expect((await preview({ stationId: plant.id, quantity: "temperature" })).data).toMatchObject({
    alarms: 0,
    fromAt: null,
  });
  expect(await count({ deviceType: "RSD" })).toBe(0);
});

test("does not join values on both sides of a gap, nor counts low voltage of open units", async () => {
  const { insert, count } = await createOwner();
  await insert([...minutes(0, [61, 61]), ...minutes(60, [61, 61, 40]), ...minutes(100, [3, 3, 3, 3], 0)]);
  expect(await count()).toBe(0);
  const low = { side: "low", raiseValue: 12, clearValue: 16 };
  expect(await count(low)).toBe(0);
  await insert(minutes(120, [3, 3, 3, 20]));
  expect(await count(low)).toBe(1);
});

test("counts very many samples by the extreme of each quarter of an hour, and says so", async () => {
  const { insert, previewOf } = await createOwner();
  const startMinute = (server.clock.now() - 2 * 86_400_000) / MINUTE;
  // The first minute of a quarter of an hour, as the steps are.
  const first = (15 - (Math.floor(startMinute) % 15)) % 15;
  const quarter = (volts: readonly number[]) =>
    Array.from({ length: 15 }, (_, minute) => volts[minute] ?? 40);
  await insert(
    minutes(first, [
      ...quarter([40, 61]),
      ...quarter([40, 40, 40, 65]),
      ...quarter([]),
      ...quarter([61]),
      ...quarter([]),
    ]),
  );
  // One by one no value is beyond for longer than a minute.
  const all = { each: 75, read: 1_000 };
  expect(await previewOf(all, 120)).toMatchObject({ alarms: 0, stepS: null, days: 30 });
  expect(await previewOf(all, 0)).toMatchObject({ alarms: 3, devices: 1 });
  // By steps two quarters in a row are beyond, then one.
  const steps = { each: 74, read: 1_000 };
  expect(await previewOf(steps, 0)).toMatchObject({ alarms: 2, devices: 1, stepS: 900, days: 30 });
  expect(await previewOf(steps, 901)).toMatchObject({ alarms: 1, stepS: 900 });
  expect(await previewOf(steps, 1_801)).toMatchObject({ alarms: 0, stepS: 900 });
  // The lowest value of a step counts for a low limit.
  const low = { side: "low", raiseValue: 41, clearValue: 60 } as never;
  expect(await previewOf(steps, 0, low)).toMatchObject({ alarms: 1, stepS: 900 });
});

test("reads fewer days of more samples than it may read", async () => {
  const { insert, previewOf } = await createOwner();
  await insert(minutes(0, [61, 61, 61, 40]));
  const days = async (read: number) => (await previewOf({ each: 1, read }, 120)).days;
  expect(await days(4)).toBe(30);
  expect(await days(2)).toBe(15);
  expect(await days(0.1)).toBe(1);
  expect(await previewOf({ each: 1, read: 0.1 }, 0)).toMatchObject({ alarms: 0 });
});

test("counts samples of the caller's plants only", async () => {
  const [one, other] = [await createOwner(), await createOwner()];
  await one.insert(minutes(0, [61, 61, 61, 40]));
  expect((await one.preview()).data.alarms).toBe(1);
  expect(await other.count({ stationId: one.plant.id })).toBe(0);
  expect((await other.preview()).data.alarms).toBe(0);
});

test("refuses values that a limit cannot have", async () => {
  const { preview } = await createOwner();
  const { code, data } = await preview({ clearValue: 60 });
  expect([code, data.fields[0].path]).toEqual(["A0400", "clearValue"]);
});

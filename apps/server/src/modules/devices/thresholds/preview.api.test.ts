import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db, clickhouse } = engines;
const MINUTE = 60_000;

interface Sample {
  /** Minutes after the start. */
  at: number;
  vi: number;
  sw?: number;
}

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
  const limit = { deviceType: "OPT", quantity: "voltage", side: "high", raiseValue: 60, clearValue: 50 };
  const preview = async (query: object = {}) =>
    (
      await server.call("GET", "/alarm/threshold/preview", {
        authorization,
        query: { ...limit, delayS: 120, ...query },
      })
    ).envelope;
  const count = async (query: object = {}) => (await preview({ stationId: plant.id, ...query })).data.alarms;
  return { plant, insert, preview, count };
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
    stepS: null,
    isCapped: false,
  });
  // Two minutes beyond; back above the clear value and beyond again; cleared; one minute beyond; two minutes beyond.
  await insert(minutes(0, [40, 61, 62, 61, 55, 65, 66, 67, 50, 61, 61, 40, 61, 61, 61, 40]));
  expect((await preview({ stationId: plant.id })).data).toEqual({
    alarms: 2,
    devices: 1,
    days: 30,
    stepS: null,
    isCapped: false,
  });
  expect(await count({ delayS: 0 })).toBe(3);
  expect(await count({ delayS: 180 })).toBe(0);
  expect(await count({ delayS: 0, clearValue: 58 })).toBe(4);
  expect(await count({ raiseValue: 66.5, delayS: 0 })).toBe(1);
  expect(await count({ quantity: "temperature" })).toBe(0);
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

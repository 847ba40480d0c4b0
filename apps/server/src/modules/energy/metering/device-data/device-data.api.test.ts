import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice } from "../../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../../test/jobs.ts";
import { openJobStage } from "../../../../../test/jobs.ts";
import { openMeteredPlant } from "../../../../../test/metering.ts";

const MINUTE_MS = 60_000;
const at = Date.UTC(2026, 5, 20, 8);
const period = { fromAt: "2026-06-20T08:00:00Z", toAt: "2026-06-20T09:00:00Z" };

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

async function openUnits(caller: JobCaller) {
  const plant = await openMeteredPlant(stage.engines, {
    ownerId: caller.account.id,
    timeZone: "Asia/Shanghai",
  });
  const one = await createDevice(stage.db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  const two = await createDevice(stage.db, { type: "OPT", plantId: plant.id, slotLabel: "A2" });
  return { plant, one, two };
}

const askSeries = (caller: JobCaller, query: object) =>
  caller.get("/workData/device/series", { fields: "powerW", ...period, ...query });

test("returns values of several devices by step: the mean, of a counter the last value, of the period alone", async () => {
  const caller = await stage.createCaller();
  const { plant, one, two } = await openUnits(caller);
  await plant.store([
    { device: one.key, at: at - 1, pw: 999 },
    { device: one.key, at, pw: 100, eh: 1_000 },
    { device: one.key, at: at + MINUTE_MS, pw: 200, eh: 1_003 },
    { device: one.key, at: at + 6 * MINUTE_MS, vi: 40, ii: 5 },
    { device: two.key, at: at + 5 * MINUTE_MS, pw: 50, eh: 70 },
    { device: one.key, at: at + 60 * MINUTE_MS, pw: 999 },
  ]);
  const { data } = await askSeries(caller, {
    deviceIds: `${two.id},${one.id}`,
    fields: "powerW,generationWh",
    stepS: 300,
  });
  expect(data).toEqual({
    fromAt: period.fromAt,
    stepS: 300,
    series: [
      { deviceId: two.id, steps: [1], values: [[50], [70]] },
      {
        deviceId: one.id,
        steps: [0, 1],
        values: [
          [150, 200],
          [1_003, null],
        ],
      },
    ],
  });
  const finest = await askSeries(caller, { deviceIds: one.id });
  expect(finest.data).toMatchObject({ stepS: 60, series: [{ steps: [0, 1, 6], values: [[100, 200, 200]] }] });
});

test("asks for a device, parameters and the data date, each with its sentence, and states its limits", async () => {
  const caller = await stage.createCaller();
  const { one } = await openUnits(caller);
  const refused = async (query: object) => {
    const { code, data } = await askSeries(caller, { deviceIds: one.id, ...query });
    expect(code).toBe("A0400");
    return data.fields.map(({ message }: { message: string }) => message);
  };
  expect(await refused({ deviceIds: "" })).toEqual(["Select at least one device."]);
  expect(await refused({ fields: "" })).toEqual(["Select at least one parameter."]);
  expect(await refused({ fromAt: "", toAt: "" })).toEqual(["Select the data date.", "Select the data date."]);
  expect(await refused({ fields: "powerW,powerW" })).toEqual(["An item is listed twice."]);
  expect(await refused({ toAt: period.fromAt })).toEqual(["The end must be after the start."]);
  expect(await refused({ toAt: "2026-08-01T00:00:00Z" })).toEqual(["This range is too long."]);
  const many = Array.from({ length: 21 }, () => crypto.randomUUID()).join();
  expect((await refused({ deviceIds: many })).length).toBeGreaterThan(0);
  const twenty = many.split(",").slice(1).join();
  const month = {
    deviceIds: twenty,
    toAt: "2026-07-20T08:00:00Z",
    fields: "powerW,inputVoltageV,inputCurrentA",
  };
  expect(await refused({ ...month, stepS: 300 })).toEqual([
    "Too many values. Select fewer devices or parameters, a shorter period or a longer interval.",
  ]);
});

test("devices of others are as good as unknown, also among the caller's own", async () => {
  const caller = await stage.createCaller();
  const stranger = await stage.createCaller();
  const { one } = await openUnits(caller);
  const foreign = await openUnits(stranger);
  for (const other of [foreign.one.id, crypto.randomUUID()]) {
    expect((await askSeries(caller, { deviceIds: `${one.id},${other}` })).code).toBe("A0404");
    const body = {
      format: "csv",
      fileName: "data",
      deviceIds: [one.id, other],
      fields: ["powerW"],
      ...period,
    };
    expect((await caller.post("/workData/device/series/export", body)).code).toBe("A0404");
  }
});

test("says when a device last reported in its plant, also in late reports, and nothing of devices of others", async () => {
  const caller = await stage.createCaller();
  const { plant, one, two } = await openUnits(caller);
  await plant.store([
    { device: one.key, at, pw: 100 },
    { device: one.key, at: at + 86_400_000, pw: 100 },
    { device: one.key, at: at + MINUTE_MS, pw: 100 },
  ]);
  const ask = async (deviceId: string) => await caller.get("/workData/device/series/last", { deviceId });
  expect((await ask(one.id)).data).toEqual({ at: "2026-06-21T08:00:00.000Z" });
  expect((await ask(two.id)).data).toEqual({ at: null });
  const foreign = await openUnits(await stage.createCaller());
  for (const id of [foreign.one.id, crypto.randomUUID()]) expect((await ask(id)).code).toBe("A0404");
});

test("exports every sample with the time in UTC and at the plant", async () => {
  const caller = await stage.createCaller();
  const { plant, one, two } = await openUnits(caller);
  await sql`update devices set alias = 'West7' where id = ${two.id}`.execute(stage.db);
  await plant.store([
    { device: one.key, at: at + 1_000, pw: 100 },
    { device: one.key, at: at + 2_000, pw: 101.5, vi: 40 },
    { device: two.key, at: at + 1_000, pw: 50 },
  ]);
  const body = {
    format: "csv",
    fileName: "data",
    deviceIds: [one.id, two.id],
    fields: ["powerW", "inputVoltageV"],
    ...period,
  };
  const { data } = await caller.post("/workData/device/series/export", body);
  await stage.work();
  expect(await caller.job(data.jobId)).toMatchObject({
    state: "done",
    kind: "deviceDataExport",
    title: "data.csv",
  });
  const lines = (await caller.file(data.jobId)).rawPayload.toString("utf8").split("\r\n").slice(0, -1);
  expect(lines).toEqual([
    "\uFEFFSN,Alias,Location,Time (UTC),Local time,Power (W),Input voltage (V)",
    `${one.sn},,A1,2026-06-20T08:00:01.000Z,2026-06-20 16:00:01,100,`,
    `${one.sn},,A1,2026-06-20T08:00:02.000Z,2026-06-20 16:00:02,101.5,40`,
    `${two.sn},West7,A2,2026-06-20T08:00:01.000Z,2026-06-20 16:00:01,50,`,
  ]);
});

test("a file is not served once its devices are not visible any more", async () => {
  const caller = await stage.createCaller();
  const { plant, one } = await openUnits(caller);
  const body = { format: "xlsx", fileName: "data", deviceIds: [one.id], fields: ["powerW"], ...period };
  const { data } = await caller.post("/workData/device/series/export", body);
  await stage.work();
  expect((await caller.file(data.jobId)).statusCode).toBe(200);
  const stranger = await stage.createCaller();
  await sql`update plants set owner_id = ${stranger.account.id}, company_id = ${stranger.account.companyId}
    where id = ${plant.id}`.execute(stage.db);
  expect((await caller.file(data.jobId)).statusCode).not.toBe(200);
});

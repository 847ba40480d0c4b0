import { addDays } from "@heliograph/solar";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setTariffs, WINDOW_MS, writeWindows } from "../../../../test/earnings.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { readZip } from "../../../../test/zip.ts";
import { readTable } from "../../../infra/sheets/read-table.ts";
import { createDayEarningsJob } from "./day-earnings-job.ts";
import { createEarningsJob } from "./earnings-job.ts";

const PATH = "/workData/powerStation/earnings";
const HOUR_MS = 3_600_000;

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
});

const createJob = (plantKeys: readonly number[]) => {
  const { engines, clock, app } = stage;
  const logger = pino({ level: "silent" });
  return createEarningsJob({ ...engines, clock, logger, tariffs: app.services.tariffs, plantKeys });
};

const createDaysJob = (plantKeys: readonly number[]) =>
  createDayEarningsJob({
    ...stage.engines,
    logger: pino({ level: "silent" }),
    tariffs: stage.app.services.tariffs,
    plantKeys,
  });

/** Energy of a plant in the window of this moment, counted as the roll-up does. */
async function produce(plantKey: number, energyWh: number): Promise<void> {
  const now = stage.clock.now();
  const at = Math.floor(now / WINDOW_MS) * WINDOW_MS;
  await writeWindows(stage.engines, { plantKey, level: "module" }, new Map([[at, energyWh]]));
  await writePlantDays(stage.engines, plantKey, { [new Date(now).toISOString().slice(0, 10)]: energyWh });
  await stage.app.services.metering.recountEnergies([plantKey]);
}

async function readToday(caller: Pick<JobCaller, "get"> = owner) {
  return (await caller.get("/index/earnings")).data;
}

/** A participant of the owner's plant who sees these parts of it. */
async function share(parts: readonly string[]) {
  const account = await createAccount(stage.db);
  await createGrant(stage.db, {
    plantId: owner.plant.id,
    accountId: account.id,
    level: "participant",
    invitedBy: owner.account.id,
  });
  const settings = JSON.stringify({ participantSees: parts });
  await sql`update plants set settings = ${settings}::jsonb where id = ${owner.plant.id}`.execute(stage.db);
  const { authorization } = await createSession(stage.db, { accountId: account.id });
  const call = async (method: "GET" | "POST", path: string, input: object) =>
    (await stage.app.call(method, path, { authorization, [method === "GET" ? "query" : "body"]: input }))
      .envelope;
  return {
    get: (path: string, query: object = {}) => call("GET", path, query),
    post: (path: string, body: object) => call("POST", path, body),
  };
}

test("sums today's earnings by currency and follows energies, tariffs, the factor and the end of the day", async () => {
  const { plant, account } = owner;
  const yuan = await createPlant(stage.db, { ownerId: account.id, currency: "CNY", price: "2" });
  const other = await createPlant(stage.db, { ownerId: account.id, price: "0.5", meteringLevel: "module" });
  const keys = [plant.key, yuan.key, other.key];
  const job = createJob(keys);
  for (const key of keys) await produce(key, 1000);
  expect(await job.check()).toBe(3);
  expect(await job.check()).toBe(0);
  const euro = { currency: "EUR", unpricedTodayWh: 0, isEstimated: true, plantCount: 2 };
  const cny = { currency: "CNY", amountToday: "1.92", unpricedTodayWh: 0, isEstimated: true, plantCount: 1 };
  expect(await readToday()).toEqual({
    currencies: [{ ...euro, amountToday: "0.72" }, cny],
    earningsHiddenCount: 0,
  });

  await produce(other.key, 3000);
  expect(await job.check()).toBe(1);
  expect(await readToday()).toMatchObject({ currencies: [{ amountToday: "1.68" }, cny] });

  const { data: detail } = await owner.get("/workData/powerStation/detail", { stationId: plant.id });
  const changed = await owner.post("/workData/powerStation/update", {
    stationId: plant.id,
    revision: detail.revision,
    tariff: { method: "fixed", price: "-1" },
  });
  expect(changed.code).toBe("0");
  expect(await job.check()).toBe(1);
  expect(await readToday()).toMatchObject({ currencies: [{ amountToday: "0.48" }, cny] });

  const factor = { stationId: yuan.id, conversionFactor: 0.9 };
  expect((await owner.post("/workData/powerStation/conversionFactor", factor)).code).toBe("0");
  expect(await job.check()).toBe(1);
  expect((await readToday()).currencies[1].amountToday).toBe("1.8");
  const { data: one } = await owner.get(PATH, { stationId: yuan.id, by: "year" });
  expect(one).toMatchObject({ amount: "1.8", currency: "CNY", conversionFactor: 0.9, isEstimated: true });
  const day = new Date(stage.clock.now()).toISOString().slice(0, 10);
  const range = { stationId: yuan.id, fromDay: day, toDay: day };
  const { rows } = (await owner.get("/workData/powerStation/figureChanges", range)).data;
  expect(rows).toContainEqual(expect.objectContaining({ kind: "factor", day, before: 0.96, after: 0.9 }));

  stage.clock.advance(24 * HOUR_MS);
  expect((await readToday()).currencies).toMatchObject([{ amountToday: "0" }, { amountToday: "0" }]);
});

test("a new tariff changes no earnings of earlier days", async () => {
  const { plant } = owner;
  await produce(plant.key, 1000);
  stage.clock.advance(24 * HOUR_MS);
  await produce(plant.key, 1000);
  const query = { stationId: plant.id, by: "year" };
  expect((await owner.get(PATH, query)).data.amount).toBe("0.48");
  const { data: detail } = await owner.get("/workData/powerStation/detail", { stationId: plant.id });
  await owner.post("/workData/powerStation/update", {
    stationId: plant.id,
    revision: detail.revision,
    tariff: { method: "fixed", price: "1" },
  });
  const { data } = await owner.get(PATH, query);
  expect(data.amount).toBe("1.2");
  expect(data.tariffs).toMatchObject([{ amount: "0.24" }, { validFrom: detail.today, amount: "0.96" }]);
});

test("previews what past earnings would be with a tariff since a past day, which is what they are once it is asked for", async () => {
  const { plant } = owner;
  const startDay = new Date(stage.clock.now()).toISOString().slice(0, 10);
  await setTariffs(stage.engines, plant.id, {
    "2020-01-01": { method: "time", periods: [{ start: "00:00", end: "24:00", price: "0.25" }] },
  });
  for (const _ of ["first", "second", "third"]) {
    await produce(plant.key, 1000);
    stage.clock.advance(24 * HOUR_MS);
  }
  const job = createDaysJob([plant.key]);
  const readFleet = async () => (await owner.get("/index/earnings/periods", { by: "year" })).data;
  await createJob([plant.key]).check();
  await job.check();
  expect(await readFleet()).toMatchObject({ currencies: [{ amount: "0.72" }] });

  const secondDay = addDays(startDay, 1);
  const tariff = { method: "fixed", price: "1" } as const;
  const ask = async (tariffFrom: string, wanted: unknown = tariff) =>
    await owner.get("/workData/powerStation/tariffs/preview", {
      stationId: plant.id,
      tariff: typeof wanted === "string" ? wanted : JSON.stringify(wanted),
      tariffFrom,
    });
  const { data: preview } = await ask(secondDay);
  expect(preview).toEqual({
    currency: "EUR",
    fromDay: secondDay,
    toDay: addDays(startDay, 3),
    before: { amount: "0.48", energyWh: 2000, unpricedWh: 0 },
    after: { amount: "1.92", energyWh: 2000, unpricedWh: 0 },
    isEstimated: true,
  });
  const nights = { method: "time", periods: [{ start: "00:00", end: "00:15", price: "1" }] };
  expect((await ask("2020-01-01", nights)).data).toMatchObject({
    fromDay: "2020-01-01",
    before: { amount: "0.72", unpricedWh: 0 },
  });
  const query = { stationId: plant.id, by: "year" };
  expect((await owner.get(PATH, query)).data.amount).toBe("0.72");

  const { data: detail } = await owner.get("/workData/powerStation/detail", { stationId: plant.id });
  const changed = await owner.post("/workData/powerStation/update", {
    stationId: plant.id,
    revision: detail.revision,
    tariff,
    tariffFrom: secondDay,
    revaluesPast: true,
  });
  expect(changed.code).toBe("0");
  const { data: after } = await owner.get(PATH, query);
  expect(after.amount).toBe("2.16");
  expect(after.tariffs).toMatchObject([{ amount: "0.24" }, { validFrom: secondDay, amount: "1.92" }]);
  await createJob([plant.key]).check();
  await job.check();
  expect(await readFleet()).toMatchObject({ currencies: [{ amount: "2.16" }] });
  expect((await ask(secondDay)).data).toMatchObject({
    before: { amount: "1.92" },
    after: { amount: "1.92" },
  });
});

test("previews no tariff that could not be stored, and none for others", async () => {
  const { plant } = owner;
  const price = JSON.stringify({ method: "fixed", price: "1" });
  const ask = async (query: object, caller: Pick<JobCaller, "get"> = owner) =>
    await caller.get("/workData/powerStation/tariffs/preview", {
      stationId: plant.id,
      tariff: price,
      tariffFrom: "2020-01-01",
      ...query,
    });
  const pathsOf = ({ code, data }: { code: string; data: { fields: { path: string }[] } }) => [
    code,
    ...data.fields.map(({ path }) => path),
  ];
  expect((await ask({})).code).toBe("0");
  expect(pathsOf(await ask({ tariffFrom: "2019-12-31" }))).toEqual(["A0400", "tariffFrom"]);
  const tomorrow = new Date(stage.clock.now() + 24 * HOUR_MS).toISOString().slice(0, 10);
  expect(pathsOf(await ask({ tariffFrom: tomorrow }))).toEqual(["A0400", "tariffFrom"]);
  expect(pathsOf(await ask({ tariff: "{" }))).toEqual(["A0400", "tariff"]);
  const period = { start: "08:00", end: "18:00", price: "1" };
  const overlapping = JSON.stringify({ method: "time", periods: [period, period] });
  expect(pathsOf(await ask({ tariff: overlapping }))).toEqual(["A0400", "tariff"]);
  expect((await ask({}, (await share(["energy", "earnings"])) as never)).code).toBe("A0300");
});

test("refuses earnings to participants from whom they are hidden, and leaves them out of sums", async () => {
  const { plant } = owner;
  await produce(plant.key, 1000);
  await createJob([plant.key]).check();
  const member = await share(["energy", "earnings"]);
  const query = { stationId: plant.id, by: "year" };
  const file = { ...query, format: "csv", fileName: "earnings" };
  expect((await member.get(PATH, query)).data).toMatchObject({ amount: "0.24", energyWh: 1000 });
  expect(await readToday(member as never)).toMatchObject({
    currencies: [{ amountToday: "0.24" }],
    earningsHiddenCount: 0,
  });

  const stranger = await share(["energy"]);
  expect((await stranger.get(PATH, query)).code).toBe("A0300");
  expect((await stranger.post(`${PATH}/export`, file)).code).toBe("A0300");
  expect(await readToday(stranger as never)).toEqual({ currencies: [], earningsHiddenCount: 1 });
  const factor = { stationId: plant.id, conversionFactor: 0.9 };
  expect((await member.post("/workData/powerStation/conversionFactor", factor)).code).toBe("A0300");
});

test("writes earnings as CSV: periods, amount, energy, energy without a price; gaps stay empty", async () => {
  const { plant } = owner;
  await setTariffs(stage.engines, plant.id, {
    "2020-01-01": { method: "time", periods: [{ start: "00:00", end: "06:00", price: "-0.1" }] },
  });
  await writeWindows(
    stage.engines,
    { plantKey: plant.key, level: "module" },
    new Map([
      [Date.UTC(2026, 1, 3, 5, 45), 1000],
      [Date.UTC(2026, 1, 3, 6, 0), 500],
    ]),
  );
  const { data } = await owner.post(`${PATH}/export`, {
    stationId: plant.id,
    by: "day",
    period: "2026-02",
    format: "csv",
    fileName: "February",
  });
  await stage.work();
  expect(await owner.job(data.jobId)).toMatchObject({ state: "done", title: "February.csv" });
  const lines = (await owner.file(data.jobId)).body.split("\r\n");
  expect(lines[0]).toBe('\uFEFFDay,"Earnings, estimated (EUR)",Energy (kWh),Not priced (kWh)');
  expect(lines.slice(2, 5)).toEqual(["2026-02-02,,,", "2026-02-03,-0.096,1.5,0.5", "2026-02-04,,,"]);
  // The 28 days, an empty line, the tariff, an empty line, its period, and the end of the file.
  expect(lines.slice(29)).toEqual([
    "",
    'Price from,"Earnings, estimated (EUR)",Energy (kWh),Not priced (kWh)',
    "2020-01-01,-0.096,1.5,0.5",
    "",
    'Price from,From,To,Price (EUR/kWh),"Earnings, estimated (EUR)",Energy (kWh)',
    "2020-01-01,00:00,06:00,-0.1,-0.096,1",
    "",
  ]);

  const late = { stationId: plant.id, by: "year", format: "csv", fileName: "late" };
  const { data: lateJob } = await owner.post(`${PATH}/export`, late);
  await owner.giveAway();
  expect((await owner.file(data.jobId)).statusCode).toBe(403);
  await stage.work();
  expect(await owner.job(lateJob.jobId)).toMatchObject({ state: "failed", error: "access", hasFile: false });
  const wrong = { stationId: owner.plant.id, by: "day", period: "2026", format: "csv", fileName: "x" };
  const again = await stage.createCaller();
  const refused = await again.post(`${PATH}/export`, { ...wrong, stationId: again.plant.id });
  expect(refused.code).toBe("A0400");
});

test("writes the same figures as Excel file, CSV file and page: amounts, energies, gaps", async () => {
  const { plant } = owner;
  await setTariffs(stage.engines, plant.id, {
    "2020-01-01": { method: "time", periods: [{ start: "06:00", end: "18:00", price: "0.1234" }] },
  });
  await writeWindows(
    stage.engines,
    { plantKey: plant.key, level: "module" },
    new Map([
      [Date.UTC(2026, 1, 3, 5, 45), 1000],
      [Date.UTC(2026, 1, 3, 12), 500],
      [Date.UTC(2026, 1, 27, 12), 7],
    ]),
  );
  const query = { stationId: plant.id, by: "day", period: "2026-02" };
  const { data: page } = await owner.get(PATH, query);
  const read = async (format: "csv" | "xlsx") => {
    const { data } = await owner.post(`${PATH}/export`, { ...query, format, fileName: "February" });
    await stage.work();
    const { rawPayload } = await owner.file(data.jobId);
    return readTable(rawPayload, format, { maxRows: 100, maxColumns: 10, maxCellCharacters: 100 });
  };
  const [csv, xlsx] = [await read("csv"), await read("xlsx")];
  expect(xlsx.head).toEqual(["Day", "Earnings, estimated (EUR)", "Energy (kWh)", "Not priced (kWh)"]);
  expect(csv.head).toEqual(xlsx.head);
  // A workbook has its other tables on sheets of their own.
  expect(csv.rows.slice(0, 28)).toEqual(xlsx.rows);
  // Empty cells at the end of a row are not among its cells.
  const toNumber = (cell: string | undefined) => (cell === undefined || cell === "" ? null : Number(cell));
  const figures = xlsx.rows.map(({ cells }) => [cells[0], ...[1, 2, 3].map((at) => toNumber(cells[at]))]);
  expect(figures).toHaveLength(28);
  expect(figures).toEqual(
    page.bars.map((bar: { period: string; amount: string | null; energyWh: number; unpricedWh: number }) => [
      bar.period,
      // Files have six decimals.
      ...(bar.amount === null
        ? [null, null, null]
        : [Number(Number(bar.amount).toFixed(6)), bar.energyWh / 1000, bar.unpricedWh / 1000]),
    ]),
  );
  expect(figures[2]).toEqual(["2026-02-03", 0.059232, 1.5, 1]);
  expect(figures[26]).toEqual(["2026-02-27", 0.000829, 0.007, 0]);
  expect(figures[3]).toEqual(["2026-02-04", null, null, null]);
});

test("writes earnings by tariff and by time of day on sheets of their own, in the caller's language", async () => {
  const { plant } = owner;
  await setTariffs(stage.engines, plant.id, {
    "2020-01-01": { method: "fixed", price: "0.5" },
    "2026-02-10": {
      method: "time",
      periods: [
        { start: "00:00", end: "12:00", price: "0.1" },
        { start: "12:00", end: "24:00", price: "0.2" },
      ],
    },
  });
  await writeWindows(
    stage.engines,
    { plantKey: plant.key, level: "module" },
    new Map([
      [Date.UTC(2026, 1, 3, 12), 1000],
      [Date.UTC(2026, 1, 20, 10), 2000],
      [Date.UTC(2026, 1, 20, 13), 3000],
    ]),
  );
  const body = { stationId: plant.id, by: "day", period: "2026-02", format: "xlsx", fileName: "February" };
  const { envelope } = await stage.app.call("POST", `${PATH}/export`, {
    authorization: owner.authorization,
    headers: { "accept-language": "zh-CN" },
    body,
  });
  await stage.work();
  const parts = readZip((await owner.file(envelope.data.jobId)).rawPayload);
  const names = [...String(parts.get("xl/workbook.xml")).matchAll(/<sheet [^>]*name="([^"]+)"/g)];
  expect(names.map(([, name]) => name)).toEqual(["收益", "按电价统计", "按时段统计"]);
  const numbersOf = (sheet: number) =>
    [...String(parts.get(`xl/worksheets/sheet${sheet}.xml`)).matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(
      ([, row = ""]) =>
        [...row.matchAll(/<c (?![^>]*t="s")[^>]*><v>([^<]+)<\/v>/g)].map(([, value]) => Number(value)),
    );
  // Energy of modules is multiplied by 0.96.
  expect(numbersOf(2)).toEqual([[], [0.48, 1, 0], [0.768, 5, 0]]);
  expect(numbersOf(3)).toEqual([[], [0.1, 0.192, 2], [0.2, 0.576, 3]]);
});

import { addDays, addMonths, dayRange, plantDayOf } from "@heliograph/solar";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { computeEarnings, writeWindows } from "../../../../test/earnings.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { removeEarnings } from "./earnings-removal.service.ts";

const PERIODS = "/index/earnings/periods";
const PLANTS = "/index/earnings/plants";

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
});

const compute = (...plantKeys: number[]) => computeEarnings(stage, plantKeys);

let computedAt = Date.UTC(2026, 5, 1);

/** Energy of a plant at noon of a day, counted as the roll-up does; `countedWh` is that of a correction. */
async function produce(
  plantKey: number,
  day: string,
  energyWh: number,
  { countedWh, timeZone = "UTC" }: { countedWh?: number; timeZone?: string } = {},
): Promise<void> {
  const { engines, app } = stage;
  const at = dayRange(day, timeZone).fromAt + 12 * 3_600_000;
  await writeWindows(engines, { plantKey, level: "module" }, new Map([[at, energyWh]]));
  computedAt += 1000;
  await engines.clickhouse.insertRows("plant_days", [
    {
      plant: plantKey,
      plant_day: day,
      level: "module",
      energy_wh: countedWh ?? energyWh,
      measured_wh: energyWh,
      backfilled_wh: 0,
      estimated_wh: 0,
      resets: 0,
      window_count: 1,
      is_demo: 0,
      is_corrected: countedWh === undefined ? 0 : 1,
      computed_at: new Date(computedAt),
    },
  ]);
  await app.services.metering.recountEnergies([plantKey]);
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
  return async (path: string, query: object) =>
    (await stage.app.call("GET", path, { authorization, query })).envelope;
}

const february = { by: "day", period: "2026-02" } as const;

test("sums the earnings of all plants by currency and period, as each plant's own page values them", async () => {
  const { plant, account } = owner;
  const yuan = await createPlant(stage.db, { ownerId: account.id, currency: "CNY", price: "2" });
  const second = await createPlant(stage.db, { ownerId: account.id, price: "0.5", meteringLevel: "module" });
  await produce(plant.key, "2026-02-03", 1000);
  await produce(plant.key, "2025-12-31", 4000);
  await produce(yuan.key, "2026-02-03", 1000);
  await produce(second.key, "2026-02-04", 500);
  expect(await compute(plant.key, yuan.key, second.key)).toBe(3);
  expect(await compute(plant.key, yuan.key, second.key)).toBe(0);

  const { data } = await owner.get(PERIODS, february);
  expect(data).toMatchObject({ firstDay: "2025-12-31", earningsHiddenCount: 0, isUpdating: false });
  expect(data.currencies).toMatchObject([
    {
      ...{ currency: "EUR", plantCount: 2, amount: "0.48", energyWh: 1500, unpricedWh: 0, isEstimated: true },
      // 1 kWh of the DC side at 0.25 and 0.5 kWh at 0.5, each multiplied by the factor as the amount is.
      amountPerKwh: 1 / 3,
    },
    { currency: "CNY", plantCount: 1, amount: "1.92", energyWh: 1000, amountPerKwh: 2 },
  ]);
  const [euro] = data.currencies;
  expect(euro.bars).toHaveLength(28);
  expect(euro.bars.slice(1, 5).map(({ amount }: { amount: string | null }) => amount)).toEqual([
    null,
    "0.24",
    "0.24",
    null,
  ]);
  const own = await owner.get("/workData/powerStation/earnings", { stationId: plant.id, ...february });
  expect(own.data.bars[2]).toMatchObject({ amount: "0.24", amountPerKwh: 0.25 });
  expect(own.data.amountPerKwh).toBe(0.25);

  const years = (await owner.get(PERIODS, { by: "year" })).data.currencies[0];
  expect(years.bars.slice(0, 2)).toMatchObject([
    { period: "2025", amount: "0.96" },
    { period: "2026", amount: "0.48" },
  ]);
  expect((await owner.get(PERIODS, { by: "day", period: "2026" })).code).toBe("A0400");
});

test("computes past days again after late reports, a correction, and another factor or tariff", async () => {
  const { plant } = owner;
  const read = async () => (await owner.get(PERIODS, february)).data.currencies[0];
  await produce(plant.key, "2026-02-03", 1000);
  await produce(plant.key, "2026-02-04", 1000);
  await compute(plant.key);
  expect((await read()).amount).toBe("0.48");

  await produce(plant.key, "2026-02-03", 3000);
  expect(await compute(plant.key)).toBe(1);
  expect((await read()).amount).toBe("0.96");

  // The energy of a correction is that of a meter: without the factor.
  await produce(plant.key, "2026-02-04", 1000, { countedWh: 2000 });
  await compute(plant.key);
  expect((await read()).amount).toBe("1.22");

  const factor = { stationId: plant.id, conversionFactor: 0.9 };
  expect((await owner.post("/workData/powerStation/conversionFactor", factor)).code).toBe("0");
  expect((await read()).amount).toBe("1.22");
  await compute(plant.key);
  expect(await read()).toMatchObject({ amount: "1.175", amountPerKwh: 0.25 });

  await sql`update tariffs set price = 1 where plant_id = ${plant.id}`.execute(stage.db);
  await sql`update plants set updated_at = clock_timestamp() where id = ${plant.id}`.execute(stage.db);
  await compute(plant.key);
  expect((await read()).amount).toBe("4.7");

  await removeEarnings(stage.engines.clickhouse, [plant.key]);
  expect((await read()).bars.every(({ amount }: { amount: null }) => amount === null)).toBe(true);
});

test("lists the plants of a currency by their earnings, those without data last", async () => {
  const { plant, account } = owner;
  const large = await createPlant(stage.db, {
    ownerId: account.id,
    name: "Large",
    installedCapacityKwp: 100,
    meteringLevel: "module",
  });
  const idle = await createPlant(stage.db, { ownerId: account.id, name: "Idle" });
  const yuan = await createPlant(stage.db, { ownerId: account.id, currency: "CNY" });
  await produce(plant.key, "2026-02-03", 1000);
  await produce(large.key, "2026-02-03", 2000);
  await produce(yuan.key, "2026-02-03", 9000);
  await compute(plant.key, large.key, yuan.key);
  const list = async (query: object) => {
    const { data } = await owner.get(PLANTS, { ...february, ...query });
    return { ...data, ids: data.rows.map(({ stationId }: { stationId: string }) => stationId) };
  };
  const byAmount = await list({ sort: "amount", order: "desc" });
  expect(byAmount.ids).toEqual([large.id, plant.id, idle.id]);
  expect(byAmount.rows).toMatchObject([
    { name: "Large", amount: "0.48", energyWh: 2000, amountPerKwh: 0.25, isEstimated: true, mayEdit: true },
    { amount: "0.24" },
    { amount: null, amountPerKwp: null, amountPerKwh: null, energyWh: null },
  ]);
  expect(byAmount.rows[0].amountPerKwp).toBeCloseTo(0.0048, 12);
  expect((await list({ sort: "amountPerKwp", order: "desc" })).ids).toEqual([plant.id, large.id, idle.id]);
  expect((await list({ sort: "amount", order: "asc" })).ids).toEqual([plant.id, large.id, idle.id]);
  expect(await list({ sort: "amount", order: "desc", currency: "CNY" })).toMatchObject({
    total: 1,
    ids: [yuan.id],
  });
  expect(await list({ sort: "amount", order: "desc", pageSize: 1, page: 2 })).toMatchObject({
    total: 3,
    ids: [plant.id],
  });
  expect(await list({ currency: "USD" })).toMatchObject({ total: 0, rows: [] });
});

test("compares a period that is over with the one before, of each plant and of all that have both", async () => {
  const { plant, account } = owner;
  const late = await createPlant(stage.db, { ownerId: account.id, name: "Late", meteringLevel: "module" });
  await produce(plant.key, "2026-01-01", 1000);
  await produce(plant.key, "2026-02-03", 1500);
  await produce(late.key, "2026-02-03", 500);
  await compute(plant.key, late.key);
  const [euro] = (await owner.get(PERIODS, february)).data.currencies;
  expect(euro.comparison).toEqual({
    ...{ fromDay: "2026-02-01", toDay: "2026-02-28", amount: "0.36", plantCount: 1 },
    before: { fromDay: "2026-01-01", toDay: "2026-01-31", amount: "0.24" },
  });
  expect(euro).toMatchObject({ amount: "0.48", plantCount: 2 });
  // December has no data, and a year is not compared.
  const january = (await owner.get(PERIODS, { by: "day", period: "2026-01" })).data.currencies[0];
  expect(january.comparison).toBeNull();
  expect((await owner.get(PERIODS, { by: "year" })).data.currencies[0].comparison).toBeNull();
  const own = await owner.get("/workData/powerStation/earnings", { stationId: plant.id, ...february });
  expect(own.data.comparison).toMatchObject({ amount: "0.36", before: { amount: "0.24" } });

  const { rows } = (await owner.get(PLANTS, { ...february, sort: "change", order: "desc" })).data;
  expect(rows.map(({ stationId }: { stationId: string }) => stationId)).toEqual([plant.id, late.id]);
  expect(rows[0].change).toBeCloseTo(0.5, 12);
  expect(rows[1].change).toBeNull();
});

test("compares each currency up to the last day that is over for its own plants", async () => {
  // In the middle of a month: on its first days, a day is over on one side of the date line alone.
  const { clock } = stage.app;
  const [year, month] = plantDayOf(clock.now(), "UTC").split("-").map(Number);
  const now = Date.UTC(Number(year), Number(month), 15, 12);
  clock.set(now);
  owner = await stage.createCaller();
  const zones = { BRL: "Pacific/Kiritimati", CNY: "Pacific/Pago_Pago" } as const;
  for (const [currency, timeZone] of Object.entries(zones)) {
    const ownerId = owner.account.id;
    const plant = await createPlant(stage.db, {
      ownerId,
      currency,
      timeZone,
      price: "1",
      meteringLevel: "module",
    });
    const lastDay = addDays(plantDayOf(now, timeZone), -1);
    await produce(plant.key, addMonths(`${lastDay.slice(0, 7)}-01`, -1), 1000, { timeZone });
    await produce(plant.key, lastDay, 2000, { timeZone });
    await compute(plant.key);
  }
  const { currencies } = (await owner.get(PERIODS, { by: "day" })).data;
  const comparisonOf = (wanted: string) =>
    currencies.find(({ currency }: { currency: string }) => currency === wanted).comparison;
  for (const [currency, timeZone] of Object.entries(zones))
    expect([currency, comparisonOf(currency)]).toMatchObject([
      currency,
      {
        toDay: addDays(plantDayOf(now, timeZone), -1),
        amount: "1.92",
        before: { amount: "0.96" },
        plantCount: 1,
      },
    ]);
  expect(comparisonOf("BRL").toDay > comparisonOf("CNY").toDay).toBe(true);
});

test("counts the plants with energy without a price, and lists those with the most of it first", async () => {
  const { plant, account } = owner;
  const priced = await createPlant(stage.db, {
    ownerId: account.id,
    name: "Priced",
    meteringLevel: "module",
  });
  await produce(plant.key, "2026-02-03", 1000);
  await produce(priced.key, "2026-02-03", 2000);
  const nights = JSON.stringify([{ start: "22:00", end: "06:00", price: "0.1" }]);
  await sql`update tariffs set method = 'time', price = null, periods = ${nights}::jsonb
    where plant_id = ${plant.id}`.execute(stage.db);
  await sql`update plants set updated_at = clock_timestamp() where id = ${plant.id}`.execute(stage.db);
  await compute(plant.key, priced.key);
  const [euro] = (await owner.get(PERIODS, february)).data.currencies;
  expect(euro).toMatchObject({ unpricedWh: 1000, unpricedPlantCount: 1 });
  const { rows } = (await owner.get(PLANTS, { ...february, sort: "unpricedWh", order: "desc" })).data;
  expect(rows).toMatchObject([
    { stationId: plant.id, unpricedWh: 1000 },
    { stationId: priced.id, unpricedWh: 0 },
  ]);
});

test("finds plants of the list by part of their name or number", async () => {
  const { account, plant } = owner;
  const barns = [];
  for (const name of ["Barn 1", "Barn 2"])
    barns.push(await createPlant(stage.db, { ownerId: account.id, name, meteringLevel: "module" }));
  const [first, second] = barns as [(typeof barns)[number], (typeof barns)[number]];
  await produce(first.key, "2026-02-03", 1000);
  await produce(second.key, "2026-02-03", 2000);
  await compute(first.key, second.key);
  const find = async (search: string, query: object = {}) => {
    const { data } = await owner.get(PLANTS, { ...february, order: "desc", ...query, search });
    return { ...data, ids: data.rows.map(({ stationId }: { stationId: string }) => stationId) };
  };
  expect(await find("BARN")).toMatchObject({ total: 2, ids: [second.id, first.id] });
  expect(await find("barn", { pageSize: 1, page: 2 })).toMatchObject({ total: 2, ids: [first.id] });
  expect((await find(plant.number.toLowerCase())).ids).toEqual([plant.id]);
  expect(await find("%")).toMatchObject({ total: 0, rows: [] });
  expect(await find("barn", { currency: "CNY" })).toMatchObject({ total: 0, rows: [] });
});

test("leaves out plants that hide their earnings from the caller, and energies that are hidden", async () => {
  await produce(owner.plant.key, "2026-02-03", 1000);
  await compute(owner.plant.key);
  const withEarnings = await share(["earnings"]);
  const { data } = await withEarnings(PERIODS, february);
  expect(data.currencies).toMatchObject([{ amount: "0.24", energyWh: null, unpricedWh: null }]);
  expect(data.currencies[0].bars[2]).toMatchObject({ amount: "0.24", energyWh: null });
  expect((await withEarnings(PLANTS, february)).data.rows).toMatchObject([
    { amount: "0.24", energyWh: null },
  ]);

  const without = await share(["energy"]);
  expect((await without(PERIODS, february)).data).toMatchObject({ currencies: [], earningsHiddenCount: 1 });
  expect((await without(PLANTS, february)).data).toEqual({ rows: [], total: 0 });
});

test("averages over the plants that show their energy, and lets edit those that the caller may", async () => {
  const { account, plant } = owner;
  const open = await createPlant(stage.db, { ownerId: account.id, price: "0.5", meteringLevel: "module" });
  const guest = await createAccount(stage.db);
  const own = await createPlant(stage.db, { ownerId: guest.id, name: "Own", meteringLevel: "module" });
  for (const { id, key } of [plant, open]) {
    await produce(key, "2026-02-03", 1000);
    const grant = { plantId: id, accountId: guest.id, invitedBy: account.id };
    await createGrant(stage.db, { ...grant, level: "participant" });
  }
  await compute(plant.key, open.key);
  const settings = JSON.stringify({ participantSees: ["earnings"] });
  await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(stage.db);
  const { authorization } = await createSession(stage.db, { accountId: guest.id });
  const get = async (path: string, query: object) =>
    (await stage.app.call("GET", path, { authorization, query })).envelope.data;
  expect((await get(PERIODS, february)).currencies).toMatchObject([
    { amount: "0.72", energyWh: 1000, amountPerKwh: 0.5 },
  ]);
  const { rows } = await get(PLANTS, { ...february, sort: "amount", order: "desc" });
  expect(rows).toMatchObject([
    { stationId: open.id, amountPerKwh: 0.5, mayEdit: false },
    { stationId: plant.id, amountPerKwh: null, mayEdit: false },
    { stationId: own.id, mayEdit: true },
  ]);
});

test("takes rows without their paid energy as priced energy of the default factor, on the DC side alone", async () => {
  const row = (day: string, isEstimated: 0 | 1) => ({
    ...{ plant: owner.plant.key, plant_day: day, amount: "1", energy_wh: 1500, unpriced_wh: 500 },
    ...{ is_estimated: isEstimated, facts: 0, computed_at: new Date(0) },
  });
  const rows = [row("2026-02-03", 0), row("2026-03-03", 1)];
  await stage.engines.clickhouse.insertRows("plant_earnings_days", rows);
  const [euro] = (await owner.get(PERIODS, february)).data.currencies;
  expect(euro.amountPerKwh).toBe(1);
  const march = (await owner.get(PERIODS, { by: "day", period: "2026-03" })).data.currencies[0];
  expect(march.amountPerKwh).toBeCloseTo(1 / 0.96, 12);
});

test("writes a row for each plant with its earnings by period; the file is refused once a plant is lost", async () => {
  const { plant, account } = owner;
  const yuan = await createPlant(stage.db, {
    ownerId: account.id,
    name: "Yuan",
    currency: "CNY",
    price: "2",
  });
  await produce(plant.key, "2026-02-03", 1000);
  await produce(plant.key, "2026-03-05", 1000);
  await compute(plant.key, yuan.key);
  const { data } = await owner.post("/index/earnings/export", {
    by: "month",
    period: "2026",
    format: "csv",
    fileName: "Earnings 2026",
  });
  await stage.work();
  expect(await owner.job(data.jobId)).toMatchObject({ state: "done", title: "Earnings 2026.csv", done: 2 });
  const [head = "", ...rows] = (await owner.file(data.jobId)).body.split("\r\n");
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
  expect(head).toBe(
    `\uFEFFNumber,Name,Currency,Capacity (kWp),${months.join()},Earnings,Energy (kWh),Not priced (kWh),Estimated`,
  );
  const [first, second] = rows.map((row) => row.split(","));
  expect(first?.slice(2, 3)).toEqual(["CNY"]);
  expect(first?.slice(4)).toEqual([...months.map(() => ""), "", "", "", ""]);
  expect(second?.slice(4)).toEqual([
    "",
    "0.24",
    "0.24",
    ...months.slice(3).map(() => ""),
    "0.48",
    "2",
    "0",
    "Estimated",
  ]);
  await owner.giveAway();
  expect((await owner.file(data.jobId)).statusCode).toBe(403);
});

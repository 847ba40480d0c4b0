import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createSession } from "../../../../test/fixtures.ts";
import {
  createConstantSamples,
  hour,
  meteringClock,
  minute,
  openMeteredPlant,
} from "../../../../test/metering.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createCorrectionJob } from "./correction-job.ts";

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp({ ...engines, startAt: meteringClock.now() });
afterAll(async () => {
  await server.close();
  await engines.close();
});

const PATH = "/workData/powerStation/correction";
const [METER, UNIT] = [1, 2];
/** The day that is corrected, in Rome: 19 June from 22:00 to 22:00 UTC. */
const DAY = "2026-06-19";
const dayStart = Date.UTC(2026, 5, 18, 22);
const dayEnd = dayStart + 24 * hour;

/** A unit of 100 W and a meter that counts 96 W behind it, from an hour before the day. */
const listReports = (toAt: number, fromAt = dayStart - hour) => {
  const start = dayStart - hour;
  return [
    ...createConstantSamples(UNIT, start, toAt, 100),
    ...createConstantSamples(METER, start, toAt, 96, { kind: "DCON" }),
  ].filter(({ at }) => at >= fromAt);
};

async function openPlant(options: { timeZone?: string; meteringLevel?: "ac-meter" } = {}) {
  const plant = await openMeteredPlant(engines, {
    timeZone: "Europe/Rome",
    installedCapacityKwp: 10,
    gridConnectionDate: "2026-01-15",
    ...options,
  });
  const owner = await createSession(db, { accountId: plant.ownerId });
  const stationId = plant.id;
  const notified: string[] = [];
  const job = createCorrectionJob({
    db,
    clock: server.clock,
    logger: createLogger({ logLevel: "silent" }),
    metering: plant.metering,
    onEnergyChanged: (id) => notified.push(id),
    plantKeys: [plant.key],
  });
  const actAs = (session: { authorization: string }) => ({
    get: async (path: string, query: object = {}) =>
      (await server.call("GET", path, { ...session, query: { stationId, ...query } })).envelope,
    post: async (name: "add" | "cancel" | "switch", body: object) =>
      (await server.call("POST", `${PATH}/${name}`, { ...session, body: { stationId, ...body } })).envelope,
  });
  const self = actAs(owner);
  const listRows = async (query = {}) => (await self.get(`${PATH}/list`, query)).data.rows;
  return {
    ...plant,
    ...self,
    actAs,
    notified,
    check: () => job.check(),
    listRows,
    async send(samples: Parameters<typeof plant.report>[0]) {
      await plant.report(samples);
      await plant.job.drain();
    },
    /** Energies in Wh wherever a plant shows them. */
    async readEnergies() {
      const { data } = await self.get("/workData/powerStation/energy", { by: "day", period: "2026-06" });
      const months = await self.get("/workData/powerStation/energy", { by: "month", period: "2026" });
      const detail = (await self.get("/workData/powerStation/detail")).data;
      const { data: home } = (await server.call("GET", "/index/overview", owner)).envelope;
      const trend = (await server.call("GET", "/index/trend", owner)).envelope.data;
      const list = (await server.call("GET", "/workData/powerStation/list", owner)).envelope.data.rows;
      const bar = data.bars.find(({ period }: { period: string }) => period === DAY);
      const all = [
        bar.energyWh,
        data.totalWh,
        months.data.totalWh,
        detail.energyMonthKwh * 1000,
        detail.energyTotalKwh * 1000,
        list[0].energyYearKwh * 1000,
        home.energyTotalWh,
        trend.days.find(({ day }: { day: string }) => day === DAY).energyWh,
      ];
      return { bar, rounded: [...new Set(all.map((energyWh) => Math.round(energyWh)))] };
    },
    async listLog() {
      const { rows } = await sql<{ type: string; original: unknown; new: unknown; actorId: string }>`
        select type, original, new, actor_id as "actorId" from audit
        where plant_id = ${stationId} order by at, id`.execute(db);
      return rows;
    },
  };
}

/** The day's energy of the unit, and the hour before and after it that other days have. */
const allDays = (toAt: number, dayWh: number): number => dayWh + 100 + ((toAt - dayEnd) / hour) * 100;

test("corrects a day by the gateway's meter once it was read after local midnight, and every total follows [R3.17]", async () => {
  const plant = await openPlant();
  await plant.post("switch", { isAutomatic: true });
  // Switched on in time.
  await sql`update auto_corrections set since = ${new Date(dayStart)} where plant_id = ${plant.id}`.execute(
    db,
  );
  await plant.send(listReports(dayEnd - 10 * minute));
  await plant.check();
  expect(await plant.listRows()).toEqual([]);
  const after = dayEnd + 15 * minute;
  await plant.send(listReports(after, dayEnd - 10 * minute));
  await plant.check();
  const [row] = await plant.listRows();
  expect(row).toMatchObject({ day: DAY, mode: "auto", state: "active", byName: null, cancelledAt: null });
  expect(row.sourceWh).toBeCloseTo(2_400, 6);
  expect(row.correctedWh).toBeCloseTo(2_304, 6);
  expect(row.generationWh).toBeCloseTo(2_400, 6);
  expect(row.differenceWh).toBeCloseTo(-96, 6);
  expect(Date.parse(row.createdAt)).toBe(server.clock.now());
  const { bar } = await plant.readEnergies();
  expect(bar).toMatchObject({ correctedDays: 1, backfilledWh: 0 });
  expect(bar.energyWh).toBeCloseTo(2_304, 6);
  expect(bar.measuredWh).toBeCloseTo(2_400, 6);
  const total = (await plant.get("/workData/powerStation/detail")).data.energyTotalKwh;
  expect(total * 1000).toBeCloseTo(allDays(after, 2_304), 6);
  expect(plant.notified).toEqual([plant.id]);
  // The curve and its windows stay measured.
  const { data: curve } = await plant.get("/workData/powerStation/curve", { day: DAY });
  expect(curve.energyWh).toBeCloseTo(2_400, 6);
  // Nothing is left to correct.
  await plant.check();
  expect(await plant.listRows()).toHaveLength(1);
  // A day whose correction was cancelled stays as measured.
  await plant.post("cancel", { correctionId: row.correctionId });
  await plant.check();
  expect(await plant.listRows()).toMatchObject([{ state: "cancelled" }]);
});

test("corrects no day automatically that ended before the switch, or whose meter fell or was not read", async () => {
  const early = await openPlant();
  await early.send(listReports(dayEnd + 15 * minute));
  await early.post("switch", { isAutomatic: true });
  await early.check();
  expect(await early.listRows()).toEqual([]);
  const reset = await openPlant();
  await reset.post("switch", { isAutomatic: true });
  await sql`update auto_corrections set since = ${new Date(dayStart)} where plant_id = ${reset.id}`.execute(
    db,
  );
  const noon = dayStart + 14 * hour;
  await reset.send(
    listReports(dayEnd + 15 * minute).map((each) =>
      each.device === METER && each.at > noon ? { ...each, eh: (each.eh ?? 0) - 900 } : each,
    ),
  );
  await reset.check();
  expect(await reset.listRows()).toEqual([]);
  const metered = await openPlant({ meteringLevel: "ac-meter" });
  await metered.send(listReports(dayEnd + 15 * minute));
  expect((await metered.get(`${PATH}/settings`)).data).toMatchObject({ reference: "counts" });
  expect((await reset.get(`${PATH}/settings`)).data).toMatchObject({ reference: "meter", isAutomatic: true });
  expect((await (await openPlant()).get(`${PATH}/settings`)).data).toEqual({
    isAutomatic: false,
    reference: "none",
    firstDay: "2026-01-15",
    lastDay: DAY,
    maxKwh: 312,
    mayChange: true,
  });
});

test("a user corrects a day and cancels it again: home, lists, details and bars show the same energy each time [R3.17, R4.13]", async () => {
  const plant = await openPlant();
  await plant.send(listReports(dayEnd).filter(({ at, device }) => at >= dayStart && device === UNIT));
  expect((await plant.readEnergies()).rounded).toEqual([2_400]);
  const added = await plant.post("add", { day: DAY, energyKwh: 3.5 });
  expect(added).toMatchObject({ code: "0", msg: "The day has been corrected." });
  expect((await plant.readEnergies()).rounded).toEqual([3_500]);
  const { correctionId } = added.data;
  expect(await plant.listRows({ mode: "manual", state: "active" })).toMatchObject([
    { correctionId, correctedWh: 3_500, byName: expect.stringMatching(/./) },
  ]);
  expect(await plant.listRows({ mode: "auto" })).toEqual([]);
  // What arrives late changes the measured energy alone: the record keeps what it was made from.
  await plant.send([
    { device: 3, at: dayStart + 10 * hour, eh: 500 },
    { device: 3, at: dayStart + 10 * hour + 5 * minute, eh: 700 },
  ]);
  expect((await plant.readEnergies()).rounded).toEqual([3_500]);
  expect((await plant.listRows())[0].sourceWh).toBeCloseTo(2_400, 6);
  expect((await plant.listRows())[0].generationWh).toBeCloseTo(2_600, 6);
  expect(await plant.post("cancel", { correctionId })).toMatchObject({ code: "0" });
  expect((await plant.readEnergies()).rounded).toEqual([2_600]);
  const again = await plant.post("cancel", { correctionId });
  expect(again).toMatchObject({ code: "A0440", msg: "This correction is already cancelled." });
  expect(await plant.listRows()).toMatchObject([{ state: "cancelled", cancelledByName: expect.any(String) }]);
  const log = await plant.listLog();
  expect(log.map(({ type, actorId }) => [type, actorId])).toEqual([
    ["correction.add", plant.ownerId],
    ["correction.cancel", plant.ownerId],
  ]);
  expect(log[0]).toMatchObject({ original: { day: DAY }, new: { day: DAY, energyWh: 3_500 } });
});

test("a day without any data can be corrected, also to nothing", async () => {
  const plant = await openPlant();
  await plant.send(listReports(dayEnd).filter(({ device }) => device === UNIT));
  expect(await plant.post("add", { day: "2026-06-10", energyKwh: 0 })).toMatchObject({ code: "0" });
  expect(await plant.post("add", { day: "2026-06-11", energyKwh: 12 })).toMatchObject({ code: "0" });
  const { data } = await plant.get("/workData/powerStation/energy", { by: "day", period: "2026-06" });
  expect(data.bars.slice(8, 11)).toMatchObject([
    { energyWh: null, correctedDays: 0 },
    { energyWh: 0, correctedDays: 1 },
    { energyWh: 12_000, correctedDays: 1, measuredWh: 0 },
  ]);
  expect(await plant.listRows()).toMatchObject([
    { day: "2026-06-11", sourceWh: null, differenceWh: null, generationWh: null },
    { day: "2026-06-10" },
  ]);
});

test("refuses days and energies that cannot be, beside their field", async () => {
  const plant = await openPlant();
  const problem = async (day: string, energyKwh: unknown) => {
    const { code, data } = await plant.post("add", { day, energyKwh });
    return [code, data?.fields?.[0]?.path, data?.fields?.[0]?.message];
  };
  expect(await problem(DAY, -1)).toEqual(["A0400", "energyKwh", "Must be 0 or more."]);
  expect(await problem(DAY, 1e12)).toEqual([
    "A0400",
    "energyKwh",
    "Enter at most 312 kWh: the plant cannot produce more in a day.",
  ]);
  expect(await problem(DAY, "12")).toEqual(["A0400", "energyKwh", "Enter a number."]);
  const notOver = "This day is not over yet. Choose an earlier day.";
  expect(await problem("2026-06-20", 1)).toEqual(["A0400", "day", notOver]);
  expect(await problem("2027-06-20", 1)).toEqual(["A0400", "day", notOver]);
  expect(await problem("2026-01-14", 1)).toEqual([
    "A0400",
    "day",
    "Choose a day from 2026-01-15, the plant’s first day.",
  ]);
  expect(await problem("2026-02-30", 1)).toEqual(["A0400", "day", "Enter a date as YYYY-MM-DD."]);
  expect(await plant.listRows()).toEqual([]);
});

test("of two entries and two cancellations at the same time, one is made", async () => {
  const plant = await openPlant();
  const entries = await Promise.all([1, 2, 3].map((energyKwh) => plant.post("add", { day: DAY, energyKwh })));
  const made = entries.filter(({ code }) => code === "0");
  expect(made).toHaveLength(1);
  for (const refused of entries.filter(({ code }) => code !== "0"))
    expect(refused.data.fields[0]).toMatchObject({
      path: "day",
      message: "This day is already corrected. Cancel that correction first.",
    });
  const [{ correctionId, correctedWh }] = await plant.listRows();
  expect((await plant.readEnergies()).bar.energyWh).toBe(correctedWh);
  const ends = await Promise.all([1, 2].map(() => plant.post("cancel", { correctionId })));
  expect(ends.map(({ code }) => code).sort()).toEqual(["0", "A0440"]);
  expect(await plant.post("add", { day: DAY, energyKwh: 2 })).toMatchObject({ code: "0" });
  expect(await plant.listRows()).toHaveLength(2);
});

test("counts what a process that ended left uncounted, and keeps the date when the time zone changes", async () => {
  const plant = await openPlant();
  await plant.send(listReports(dayEnd).filter(({ at, device }) => at >= dayStart && device === UNIT));
  await sql`
    insert into corrections (plant_id, plant_day, mode, corrected_wh, created_at)
    values (${plant.id}, ${DAY}, 'manual', 5000, now())`.execute(db);
  await plant.check();
  expect((await plant.readEnergies()).bar.energyWh).toBe(5_000);
  await sql`update plants set time_zone = 'Asia/Tokyo' where id = ${plant.id}`.execute(db);
  await plant.send([{ device: UNIT, at: dayEnd + 5 * minute, pw: 100, eh: 1_000 + 2_500 + 25 / 3 }]);
  await plant.metering.rebuildPlantFromUnitWindows(plant.key, dayStart, dayEnd);
  const { bar } = await plant.readEnergies();
  expect(bar).toMatchObject({ energyWh: 5_000, correctedDays: 1 });
  expect(bar.measuredWh).toBeLessThan(2_400);
});

test("only those who administer the plant and may correct it change corrections; members read them", async () => {
  const plant = await openPlant();
  const { correctionId } = (await plant.post("add", { day: DAY, energyKwh: 1 })).data;
  const join = async (roleCode: string, level: "participant" | "administrator") => {
    const guest = await createAccount(db, { roleCode });
    await createGrant(db, { plantId: plant.id, accountId: guest.id, invitedBy: plant.ownerId, level });
    return plant.actAs(await createSession(db, { accountId: guest.id }));
  };
  const guest = await join("owner", "participant");
  const family = await join("family", "administrator");
  for (const reader of [guest, family]) {
    expect((await reader.get(`${PATH}/list`)).data.total).toBe(1);
    expect((await reader.get(`${PATH}/settings`)).data.mayChange).toBe(false);
    for (const [name, body] of [
      ["add", { day: "2026-06-18", energyKwh: 1 }],
      ["cancel", { correctionId }],
      ["switch", { isAutomatic: true }],
    ] as const)
      expect(await reader.post(name, body)).toMatchObject({ code: "A0300" });
  }
  const administrator = await join("owner", "administrator");
  expect(await administrator.post("cancel", { correctionId })).toMatchObject({ code: "0" });
  const stranger = plant.actAs(await createSession(db, { accountId: (await createAccount(db)).id }));
  expect(await stranger.get(`${PATH}/list`)).toMatchObject({ code: "A0404" });
  await sql`update plants set settings = '{"participantSees": ["alarms"]}' where id = ${plant.id}`.execute(
    db,
  );
  expect(await guest.get(`${PATH}/list`)).toMatchObject({ code: "A0300" });
  // A correction of another plant is not found.
  const other = await openPlant();
  expect(await other.post("cancel", { correctionId })).toMatchObject({ code: "A0404" });
});

test("the automatic correction is switched on and off per plant, each change with its audit row [R4.12]", async () => {
  const [plant, other] = [await openPlant(), await openPlant()];
  const isOn = async (of = plant) => (await of.get(`${PATH}/settings`)).data.isAutomatic;
  expect(await isOn()).toBe(false);
  for (const isAutomatic of [true, true, false, false, true])
    expect(await plant.post("switch", { isAutomatic })).toMatchObject({ code: "0" });
  expect([await isOn(), await isOn(other)]).toEqual([true, false]);
  const log = await plant.listLog();
  expect(log.map(({ type }) => type)).toEqual([
    "correction.auto-on",
    "correction.auto-off",
    "correction.auto-on",
  ]);
  expect(log[1]).toMatchObject({ original: { isAutomatic: true }, new: { isAutomatic: false } });
});

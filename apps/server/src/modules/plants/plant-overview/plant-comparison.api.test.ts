import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function createReader(accountId: string) {
  const { authorization } = await createSession(engines.db, { accountId });
  return async (
    stationIds: readonly string[],
    fromDay = "2026-05-01",
    toDay = "2026-05-31",
    by?: "day" | "month",
  ) => {
    const query = { stationIds: stationIds.join(), fromDay, toDay, ...(by && { by }) };
    return (await server.call("GET", "/workData/powerStation/compare", { authorization, query })).envelope;
  };
}

async function writeDayEarnings(plantKey: number, amounts: Readonly<Record<string, string>>): Promise<void> {
  await engines.clickhouse.insertRows(
    "plant_earnings_days",
    Object.entries(amounts).map(([plant_day, amount]) => ({
      ...{ plant: plantKey, plant_day, amount, energy_wh: 1, unpriced_wh: 0, is_estimated: 0, facts: 1 },
      computed_at: new Date(),
    })),
  );
}

test("ranks plants by energy per kWp in the period, with the days that have data, those without any last", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const small = await createPlant(engines.db, { ownerId, name: "Small", installedCapacityKwp: 5 });
  const large = await createPlant(engines.db, { ownerId, name: "Large", installedCapacityKwp: 50 });
  const idle = await createPlant(engines.db, { ownerId, name: "Idle" });
  await writePlantDays(engines, small.key, {
    "2026-05-01": 20_000,
    "2026-05-31": 10_000,
    "2026-06-01": 90_000,
  });
  await writePlantDays(engines, large.key, { "2026-05-02": 100_000 });
  await server.services.metering.recountEnergies([small.key, large.key]);
  const compare = await createReader(ownerId);
  const { data } = await compare([idle.id, large.id, small.id]);
  expect(data).toMatchObject({
    firstDay: "2026-05-01",
    rows: [
      { name: "Small", energyWh: 30_000, specificYieldKwhPerKwp: 6, dayCount: 2 },
      { name: "Large", energyWh: 100_000, specificYieldKwhPerKwp: 2, dayCount: 1 },
      { name: "Idle", energyWh: null, specificYieldKwhPerKwp: null, dayCount: 0, isEnergyHidden: false },
    ],
  });
  expect((await compare([small.id], "2026-05-02", "2026-05-01")).code).toBe("A0400");
  expect((await compare([small.id], "2026-05-02", "2027-05-03")).code).toBe("A0400");
});

test("counts a day without data that was corrected, and none that was counted without either", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId, installedCapacityKwp: 5 });
  await writePlantDays(engines, plant.key, { "2026-05-01": 20_000, "2026-05-02": 10_000, "2026-05-03": 0 });
  await engines.clickhouse.command(
    `alter table plant_days update window_count = 0, is_corrected = plant_day = '2026-05-02'
    where plant = {key:UInt32} and plant_day > '2026-05-01' settings mutations_sync = 1`,
    { key: plant.key },
  );
  // What was expected of a day that is not known is in no share.
  await engines.clickhouse.insertRows("plant_expected_days", [
    {
      ...{
        plant: plant.key,
        plant_day: "2026-05-03",
        energy_wh: 0,
        expected_wh: 3,
        is_irradiance: 0,
        facts: 1,
      },
      computed_at: new Date(),
    },
  ]);
  const compare = await createReader(ownerId);
  expect((await compare([plant.id])).data.rows).toMatchObject([
    { energyWh: 30_000, dayCount: 2, expected: null },
  ]);
});

test("has energy and expected energy by day or month, earnings in the plant's currency and the current state", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId, installedCapacityKwp: 5 });
  const idle = await createPlant(engines.db, { ownerId });
  await writePlantDays(engines, plant.key, { "2026-05-30": 20_000, "2026-06-01": 10_000 });
  const computed_at = new Date();
  await engines.clickhouse.insertRows(
    "plant_expected_days",
    [
      ["2026-05-30", 16_000, 1],
      ["2026-06-01", 9_000, 0],
    ].map(([plant_day, energy_wh, is_irradiance]) => ({
      ...{
        plant: plant.key,
        plant_day,
        energy_wh,
        expected_wh: 20_000,
        is_irradiance,
        facts: 1,
        computed_at,
      },
    })),
  );
  await writeDayEarnings(plant.key, { "2026-05-30": "2.5", "2026-06-01": "1.25", "2026-06-03": "9" });
  const compare = await createReader(ownerId);
  const { data } = await compare([plant.id, idle.id], "2026-05-30", "2026-06-02");
  expect(data.periods).toEqual(["2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02"]);
  expect(data.rows[0]).toMatchObject({
    energiesWh: [20_000, null, 10_000, null],
    expected: { share: 0.625, shares: [0.8, null, 0.45, null], dayCount: 2, from: "clear-sky" },
    earnings: {
      ...{ amount: expect.stringMatching(/^3\.750*$/), currency: "EUR", isEstimated: false },
      amounts: [expect.stringMatching(/^2\.50*$/), null, expect.stringMatching(/^1\.250*$/), null],
    },
    ...{ status: "waiting", isAsleep: false, powerW: null },
  });
  expect(data.rows[1]).toMatchObject({
    energiesWh: [null, null, null, null],
    ...{ expected: null, earnings: null },
  });
  const months = (await compare([plant.id], "2026-05-30", "2026-06-02", "month")).data;
  expect(months.periods).toEqual(["2026-05", "2026-06"]);
  expect(months.rows[0]).toMatchObject({
    energiesWh: [20_000, 10_000],
    expected: { share: 0.625, shares: [0.8, 0.45] },
    earnings: { amounts: [expect.stringMatching(/^2\.50*$/), expect.stringMatching(/^1\.250*$/)] },
  });
});

const dayBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

test("ends with the last day that is over; today is compared alone, and later days not yet", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId });
  const compare = await createReader(ownerId);
  const { today } = (await compare([plant.id])).data;
  const [yesterday, tomorrow] = [dayBefore(today, 1), dayBefore(today, -1)];
  const read = async (fromDay: string, toDay: string) => (await compare([plant.id], fromDay, toDay)).data;
  const whole = await read(yesterday, tomorrow);
  expect(whole).toMatchObject({ fromDay: yesterday, toDay: yesterday, periods: [yesterday] });
  expect(whole.rows).toMatchObject([{ isRunning: false }]);
  const running = await read(today, tomorrow);
  expect(running).toMatchObject({ fromDay: today, toDay: today, periods: [today] });
  expect(running.rows).toMatchObject([{ isRunning: true }]);
  expect(await read(tomorrow, tomorrow)).toMatchObject({ periods: [] });
});

test("without a period compares the last 30 days that are over at all plants", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const early = await createPlant(engines.db, { ownerId, timeZone: "Pacific/Kiritimati" });
  const late = await createPlant(engines.db, { ownerId, timeZone: "Pacific/Pago_Pago" });
  const { authorization } = await createSession(engines.db, { accountId: ownerId });
  const read = async (query: object) =>
    (await server.call("GET", "/workData/powerStation/compare", { authorization, query })).envelope;
  const stationIds = [early.id, late.id].join();
  const { data } = await read({ stationIds });
  expect([data.fromDay, data.toDay]).toEqual([dayBefore(data.today, 30), dayBefore(data.today, 1)]);
  expect(data.periods).toHaveLength(30);
  expect((await read({ stationIds, fromDay: "2026-05-01" })).code).toBe("A0400");
});

test("compares today on the day that has begun at all plants, and says where it is not over", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  // Their clocks are 25 hours apart: the date is never the same.
  const early = await createPlant(engines.db, { ownerId, timeZone: "Pacific/Kiritimati" });
  const late = await createPlant(engines.db, { ownerId, timeZone: "Pacific/Pago_Pago" });
  const compare = await createReader(ownerId);
  const ofEarly = (await compare([early.id])).data.today;
  const { today } = (await compare([late.id])).data;
  expect(ofEarly > today).toBe(true);
  const { data } = await compare([early.id, late.id], today, ofEarly);
  expect([data.today, data.periods]).toEqual([today, [today]]);
  const isRunning = Object.fromEntries(
    data.rows.map((row: { stationId: string; isRunning: boolean }) => [row.stationId, row.isRunning]),
  );
  expect(isRunning).toEqual({ [early.id]: false, [late.id]: true });
});

test("has no row of a plant that the caller does not see, and no energy or earnings that are hidden", async () => {
  const plant = await createPlant(engines.db);
  const stranger = await createPlant(engines.db);
  const open = await createPlant(engines.db, { visibility: "public" });
  await writePlantDays(engines, plant.key, { "2026-05-01": 20_000 });
  await writeDayEarnings(plant.key, { "2026-05-01": "3" });
  const guest = await createAccount(engines.db);
  const grant = { plantId: plant.id, accountId: guest.id, level: "participant" as const };
  await createGrant(engines.db, { ...grant, invitedBy: plant.ownerId });
  const compare = await createReader(guest.id);
  const ids = [plant.id, stranger.id, open.id, crypto.randomUUID()];
  const readShowing = async (parts: readonly string[]) => {
    const settings = JSON.stringify({ participantSees: parts });
    await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(engines.db);
    return (await compare(ids)).data.rows;
  };
  const energy = { stationId: plant.id, energyWh: 20_000, dayCount: 1, isEnergyHidden: false };
  const earnings = { earnings: { amount: expect.stringMatching(/^3(\.0+)?$/) }, isEarningsHidden: false };
  const noEnergy = {
    ...{ stationId: plant.id, energyWh: null, specificYieldKwhPerKwp: null, isEnergyHidden: true },
    ...{ energiesWh: [], expected: null },
  };
  const noEarnings = { earnings: null, isEarningsHidden: true };
  expect((await compare(ids)).data.rows).toMatchObject([{ ...energy, ...earnings }]);
  expect(await readShowing(["energy"])).toMatchObject([{ ...energy, ...noEarnings }]);
  expect(await readShowing(["earnings"])).toMatchObject([{ ...noEnergy, ...earnings }]);
  expect(await readShowing(["alarms"])).toMatchObject([{ ...noEnergy, ...noEarnings }]);
});

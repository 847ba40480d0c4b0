import { plantPart } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createCompany, createGrant } from "../../../../test/fixtures.ts";
import { createConstantSamples, meteringClock, openMeteredPlant } from "../../../../test/metering.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";
import { insertExpectedDays } from "../../energy/metering/expected/expected-days.repository.ts";
import { createExpectedDaysJob } from "../../energy/metering/expected/expected-days-job.ts";

// 15:00 UTC on 20 June: already the 21st in Kiritimati, where the 19th began at 10:00 UTC on the 18th; 4:00 on the 20th in
// Pago Pago, where the 19th began at 11:00 UTC. The last day that is over for both is the 19th.
const LAST_DAY = "2026-06-19";
const REPORTS_FROM = Date.UTC(2026, 5, 18, 12);

let engines: TestEngines;
let services: ReturnType<typeof createPlantServices>;
beforeAll(async () => {
  engines = await openTestEngines();
  services = createPlantServices(engines, meteringClock);
});
afterAll(() => engines.close());

async function createPerson() {
  const { id: companyId } = await createCompany(engines.db);
  const { id } = await createAccount(engines.db, { companyId });
  const scope: Scope = accountScope({
    accountId: id,
    companyId,
    sessionId: id,
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set(),
    jurisdiction: "company",
  });
  return { id, scope };
}

const computeExpected = (...plantKeys: number[]) =>
  createExpectedDaysJob({
    ...engines,
    clock: meteringClock,
    logger: createLogger({ logLevel: "silent" }),
    plantKeys,
  }).check();

async function createFleetAcrossDateLine() {
  const owner = await createPerson();
  const options = { ownerId: owner.id, installedCapacityKwp: 10, longitude: -157.4 };
  const east = await openMeteredPlant(engines, {
    ...options,
    timeZone: "Pacific/Kiritimati",
    latitude: 1.9,
    name: "East",
  });
  const west = await openMeteredPlant(engines, {
    ...options,
    timeZone: "Pacific/Pago_Pago",
    latitude: -14.3,
    longitude: -170.7,
    name: "West",
  });
  for (const plant of [east, west]) {
    await plant.report(createConstantSamples(1, REPORTS_FROM, meteringClock.now(), 120));
    await plant.job.drain();
  }
  await computeExpected(east.key, west.key);
  return { owner, east, west };
}

const trendOf = async ({ scope }: { scope: Scope }) => {
  const trend = await services.fleet.getTrend(scope);
  return { ...trend, last: trend.days.at(-1) };
};

test("the trend ends with the last day that is over on both sides of the date line, and sums each plant's own day", async () => {
  const { owner, west } = await createFleetAcrossDateLine();
  const { days, last, expectedFrom } = await trendOf(owner);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({
    day: "2026-05-21",
    energyWh: null,
    plantCount: 0,
    expectedWh: null,
    comparedWh: null,
  });
  expect(last).toMatchObject({ day: LAST_DAY, plantCount: 2 });
  expect(last?.energyWh).toBeCloseTo(120 * (22 + 24), 6);
  expect(last?.comparedWh).toBeCloseTo(120 * (22 + 24), 6);
  expect(expectedFrom).toBe("clear-sky");
  const curve = await services.metering.curve(owner.scope, { stationId: west.id, day: LAST_DAY });
  expect(last?.expectedWh).toBeGreaterThan(1.5 * (curve.expectedWh ?? 0));
});

test("expected energy is that of the day's curve, and of the measured hours only", async () => {
  const { owner, west } = await createFleetAcrossDateLine();
  const losses = await services.fleet.listLosses(owner.scope, { days: "1" });
  const loss = losses.rows.find(({ stationId }) => stationId === west.id);
  const curve = await services.metering.curve(owner.scope, { stationId: west.id, day: LAST_DAY });
  expect((loss?.expectedWh ?? 0) / (curve.expectedWh ?? 0)).toBeCloseTo(1, 2);
  const half = await openMeteredPlant(engines, {
    ownerId: owner.id,
    installedCapacityKwp: 10,
    timeZone: "Pacific/Pago_Pago",
    latitude: -14.3,
    longitude: -170.7,
  });
  // Until local solar noon, 12:23 in Pago Pago.
  await half.report(createConstantSamples(1, Date.UTC(2026, 5, 19, 11), Date.UTC(2026, 5, 19, 23, 15), 120));
  await half.job.drain();
  await computeExpected(half.key);
  const { rows } = await services.fleet.listLosses(owner.scope, { days: "1" });
  const halfLoss = rows.find(({ stationId }) => stationId === half.id);
  expect((halfLoss?.expectedWh ?? 0) / (curve.expectedWh ?? 0)).toBeGreaterThan(0.45);
  expect((halfLoss?.expectedWh ?? 0) / (curve.expectedWh ?? 0)).toBeLessThan(0.55);
  const lossesWh = rows.map(({ expectedWh, energyWh }) => expectedWh - energyWh);
  expect(lossesWh).toEqual(lossesWh.toSorted((a, b) => b - a));
});

test("a day with reports at night only has no energy in the trend and nothing expected, one without energy by day has 0", async () => {
  const owner = await createPerson();
  const place = { ownerId: owner.id, installedCapacityKwp: 10, timeZone: "UTC", latitude: 45, longitude: 0 };
  const [silent, idle] = [await openMeteredPlant(engines, place), await openMeteredPlant(engines, place)];
  const report = async ({ report: send, job }: typeof silent, fromAt: number, toAt: number) => {
    await send(createConstantSamples(1, fromAt, toAt, 0));
    await job.drain();
  };
  // Until the sun is up, but lower than some units wake.
  await report(silent, Date.UTC(2026, 5, 19, 3), Date.UTC(2026, 5, 19, 4, 40));
  await computeExpected(silent.key, idle.key);
  const nothing = { day: LAST_DAY, energyWh: null, plantCount: 0, expectedWh: null, comparedWh: null };
  expect((await trendOf(owner)).last).toEqual(nothing);
  await report(idle, Date.UTC(2026, 5, 19, 11), Date.UTC(2026, 5, 19, 12));
  await computeExpected(silent.key, idle.key);
  const { last } = await trendOf(owner);
  expect(last).toMatchObject({ energyWh: 0, plantCount: 1, comparedWh: 0 });
  expect(last?.expectedWh).toBeGreaterThan(1000);
});

test("losses against measured irradiance come before greater ones against a clear sky", async () => {
  const { owner, east } = await createFleetAcrossDateLine();
  const loss = { day: LAST_DAY, computedAt: "2099-01-01 00:00:00.000", facts: 0, isIrradiance: true };
  const namesOf = async () => (await services.fleet.listLosses(owner.scope, { days: "1" })).rows;
  expect((await namesOf()).map(({ expectedFrom }) => expectedFrom)).not.toContain("irradiance");
  await insertExpectedDays(engines.clickhouse, [
    { ...loss, plantKey: east.key, energyWh: 1000, expectedWh: 1001 },
  ]);
  expect(await namesOf()).toMatchObject([
    { name: "East", energyWh: 1000, expectedWh: 1001, expectedFrom: "irradiance" },
    { name: "West", expectedFrom: "clear-sky" },
  ]);
});

test("plants that are all above the expected energy are compared, without a loss", async () => {
  const { owner, east, west } = await createFleetAcrossDateLine();
  const above = { day: LAST_DAY, computedAt: "2099-01-01 00:00:00.000", facts: 0, isIrradiance: false };
  await insertExpectedDays(
    engines.clickhouse,
    [east, west].map(({ key }) => ({ ...above, plantKey: key, energyWh: 1001, expectedWh: 1000 })),
  );
  expect(await services.fleet.listLosses(owner.scope, { days: "1" })).toMatchObject({
    isCompared: true,
    rows: [],
  });
});

test("a participant's trend and losses leave out the plant that hides its energy, and say so", async () => {
  const { owner, east, west } = await createFleetAcrossDateLine();
  const participant = await createPerson();
  for (const { id } of [east, west])
    await createGrant(engines.db, {
      plantId: id,
      accountId: participant.id,
      level: "participant",
      invitedBy: owner.id,
    });
  const shown = plantPart.options.filter((part) => part !== "energy");
  await sql`update plants set settings = ${JSON.stringify({ participantSees: shown })}::jsonb where id = ${east.id}`.execute(
    engines.db,
  );
  const { last, energyHiddenCount } = await trendOf(participant);
  expect(energyHiddenCount).toBe(1);
  expect(last).toMatchObject({ day: LAST_DAY, plantCount: 1 });
  expect(last?.energyWh).toBeCloseTo(120 * 24, 6);
  const losses = await services.fleet.listLosses(participant.scope, { days: "7" });
  expect(losses).toMatchObject({
    fromDay: "2026-06-13",
    toDay: LAST_DAY,
    isCompared: true,
    energyHiddenCount: 1,
  });
  const stranger = await createPerson();
  expect(await services.fleet.listLosses(stranger.scope, { days: "7" })).toMatchObject({
    isCompared: false,
    rows: [],
  });
  expect(losses.rows.map(({ name }) => name)).toEqual(["West"]);
});

test("expected energy follows changed coordinates, and late reports of a day", async () => {
  const { owner, west } = await createFleetAcrossDateLine();
  const expectedOf = async () =>
    (await services.fleet.listLosses(owner.scope, { days: "1" })).rows.find(
      ({ stationId }) => stationId === west.id,
    );
  const before = await expectedOf();
  await sql`update plants set latitude = -44, longitude = -170.7 where id = ${west.id}`.execute(engines.db);
  await computeExpected(west.key);
  const moved = await expectedOf();
  expect(moved?.expectedWh).toBeLessThan(0.9 * (before?.expectedWh ?? 0));
  await west.report(createConstantSamples(2, Date.UTC(2026, 5, 19, 18), Date.UTC(2026, 5, 19, 20), 600));
  await west.job.drain();
  await computeExpected(west.key);
  expect((await expectedOf())?.energyWh).toBeCloseTo((moved?.energyWh ?? 0) + 1200, 6);
});

test("a plant without coordinates has energy and no expected energy", async () => {
  const owner = await createPerson();
  const plant = await openMeteredPlant(engines, { ownerId: owner.id, timeZone: "UTC" });
  await sql`update plants set latitude = null, longitude = null where id = ${plant.id}`.execute(engines.db);
  await plant.report(createConstantSamples(1, Date.UTC(2026, 5, 19, 10), Date.UTC(2026, 5, 19, 12), 500));
  await plant.job.drain();
  await computeExpected(plant.key);
  const { last, expectedFrom } = await trendOf(owner);
  expect(last).toMatchObject({ day: LAST_DAY, expectedWh: null, comparedWh: null });
  expect(last?.energyWh).toBeCloseTo(1000, 6);
  expect(expectedFrom).toBe("none");
  expect((await services.fleet.listLosses(owner.scope, { days: "1" })).rows).toEqual([]);
});

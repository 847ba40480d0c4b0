import { addDays, plantDayOf } from "@heliograph/solar";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";
import { createLogger } from "../../../infra/logger.ts";
import { insertExpectedDays } from "../../energy/metering/expected/expected-days.repository.ts";
import { createExpectedDaysJob } from "../../energy/metering/expected/expected-days-job.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const madrid = { timeZone: "Europe/Madrid", latitude: 40.4, longitude: -3.7 };

type Plant = Awaited<ReturnType<typeof createPlant>>;

async function openSession(accountId: string) {
  const { authorization } = await createSession(db, { accountId });
  const call = async (path: string, query: object = {}) =>
    (await server.call("GET", path, { authorization, query })).envelope.data;
  const list = (query: object) => call("/workData/powerStation/list", { sort: "name", ...query });
  return {
    call,
    list,
    names: async (query: object): Promise<string[]> =>
      (await list(query)).rows.map(({ name }: { name: string }) => name),
  };
}

async function setEnergies(
  plant: Plant,
  today: { backfilled?: number; estimated?: number; implausible?: number },
) {
  const later = new Date(server.clock.now() + 86_400_000);
  const { backfilled = 0, estimated = 0, implausible = 0 } = today;
  await sql`
    insert into plant_energies (plant_key, day_ends_at, month_ends_at, year_ends_at, today_wh, month_wh, year_wh, total_wh,
      backfilled_today_wh, estimated_today_wh, implausible_today_wh, resets_today, measured_windows)
    values (${plant.key}, ${later}, ${later}, ${later}, 1000, 1000, 1000, 1000, ${backfilled}, ${estimated}, ${implausible},
      0, '{}')`.execute(db);
}

/** Plants of an owner, each with something that home counts, and a guest from whom two of them hide parts. */
async function createMixedFleet() {
  const { id: ownerId } = await createAccount(db);
  const add = (name: string, options: Parameters<typeof createPlant>[1]) =>
    createPlant(db, { ownerId, name, ...options });
  const plants = {
    complete: await add("Complete", madrid),
    estimated: await add("Estimated", { ...madrid, currency: "CNY" }),
    backfilled: await add("Backfilled", { timeZone: "Asia/Shanghai", currency: "CNY" }),
    nowhere: await add("Nowhere", { timeZone: "UTC", currency: "BRL" }),
    bangui: await add("Bangui", { ...madrid, timeZone: "Africa/Bangui" }),
    hidden: await add("Hidden", { timeZone: "UTC", currency: "CNY" }),
    silent: await add("Silent", madrid),
  };
  await setEnergies(plants.estimated, { estimated: 5 });
  await setEnergies(plants.backfilled, { backfilled: 5 });
  await setEnergies(plants.nowhere, { implausible: 5 });
  await setEnergies(plants.hidden, { estimated: 5, backfilled: 5, implausible: 5 });
  const hide = (plant: Plant, participantSees: readonly string[]) =>
    sql`update plants set settings = ${JSON.stringify({ participantSees })}::jsonb where id = ${plant.id}`.execute(
      db,
    );
  await hide(plants.hidden, ["layout"]);
  await hide(plants.silent, ["energy", "earnings"]);
  const { id: guestId } = await createAccount(db);
  for (const { id: plantId } of Object.values(plants))
    await createGrant(db, { plantId, accountId: guestId, level: "participant", invitedBy: ownerId });
  return { ownerId, guestId, plants };
}

/** What home counts for a caller, beside the filter of the list that it leads to. */
async function countHome({
  call,
}: Awaited<ReturnType<typeof openSession>>): Promise<readonly (readonly [object, number])[]> {
  const [overview, trend, map, co2, earnings] = await Promise.all(
    ["/index/overview", "/index/trend", "/index/map", "/index/co2", "/index/earnings"].map((path) =>
      call(path),
    ),
  );
  const currencies: { currency: string; plantCount: number }[] = earnings.currencies;
  return [
    [{ gap: "hidden-energy" }, overview.energyHiddenCount],
    [{ gap: "hidden-energy" }, trend.energyHiddenCount],
    [{ gap: "hidden-alarms" }, overview.alarmsHiddenCount],
    [{ gap: "hidden-earnings" }, earnings.earningsHiddenCount],
    [{ gap: "coordinates" }, map.missingCount],
    [{ gap: "country" }, co2.noCountryCount],
    [{ gap: "co2-factor" }, co2.unknownCount],
    ...currencies.map(({ currency, plantCount }) => [{ currency }, plantCount] as const),
  ];
}

test("each count on home is the number of plants in the list that it leads to", async () => {
  const { ownerId, guestId } = await createMixedFleet();
  await createMixedFleet();
  const counted: Record<string, number[]> = {};
  for (const [who, id] of Object.entries({ ownerId, guestId })) {
    const session = await openSession(id);
    const counts = await countHome(session);
    for (const [filter, count] of counts)
      expect([filter, (await session.list(filter)).total]).toEqual([filter, count]);
    counted[who] = counts.map(([, count]) => count);
  }
  expect(counted).toEqual({
    ownerId: [0, 0, 0, 0, 3, 2, 1, 3, 3, 1],
    guestId: [1, 1, 2, 1, 3, 1, 1, 3, 2, 1],
  });
});

test("a list by gap or currency has these plants, and none that hides what it is about", async () => {
  const { ownerId, guestId } = await createMixedFleet();
  const lists = [
    [{ gap: "coordinates" }, ["Backfilled", "Hidden", "Nowhere"], ["Backfilled", "Hidden", "Nowhere"]],
    [{ gap: "country" }, ["Hidden", "Nowhere"], ["Nowhere"]],
    [{ gap: "co2-factor" }, ["Bangui"], ["Bangui"]],
    [{ gap: "hidden-energy" }, [], ["Hidden"]],
    [{ gap: "hidden-alarms" }, [], ["Hidden", "Silent"]],
    [{ gap: "hidden-earnings" }, [], ["Hidden"]],
    [{ gap: "estimated" }, ["Estimated", "Hidden"], ["Estimated"]],
    [{ gap: "backfilled" }, ["Backfilled", "Hidden"], ["Backfilled"]],
    [{ gap: "implausible" }, ["Hidden", "Nowhere"], ["Nowhere"]],
    [{ currency: "CNY" }, ["Backfilled", "Estimated", "Hidden"], ["Backfilled", "Estimated"]],
    [{ currency: "CNY", gap: "coordinates", country: "CN" }, ["Backfilled"], ["Backfilled"]],
    [{ gap: "co2-factor", country: "ES" }, [], []],
  ] as const;
  const [owner, guest] = [await openSession(ownerId), await openSession(guestId)];
  for (const [filter, ofOwner, ofGuest] of lists)
    expect([filter, await owner.names(filter), await guest.names(filter)]).toEqual([
      filter,
      ofOwner,
      ofGuest,
    ]);
  const choices = "/workData/powerStation/choices";
  expect((await owner.call(choices)).currencies).toEqual(["BRL", "CNY", "EUR"]);
  expect((await guest.call(choices)).currencies).toEqual(["BRL", "CNY", "EUR"]);
});

test("a list by the share of the expected energy begins with the worst plant, and ends with those without one", async () => {
  const { ownerId, guestId, plants } = await createMixedFleet();
  const { complete, estimated, hidden, backfilled } = plants;
  const day = addDays(plantDayOf(server.clock.now(), "UTC"), -3);
  const insertDay = ({ key }: Plant, energyWh: number, back = 0, isIrradiance = true) =>
    insertExpectedDays(engines.clickhouse, [
      {
        ...{ plantKey: key, day: addDays(day, -back), energyWh, expectedWh: 1000 },
        ...{ isIrradiance, facts: 1, computedAt: new Date(server.clock.now()).toISOString() },
      },
    ]);
  await insertDay(complete, 900);
  await insertDay(complete, 700, 1);
  await insertDay(estimated, 300);
  await insertDay(hidden, 100);
  // A cloudy day beside a clear sky.
  await insertDay(backfilled, 50, 0, false);
  // Before the days of the trend.
  await insertDay(estimated, 0, 40);
  const job = createExpectedDaysJob({
    ...{ ...engines, clock: server.clock, logger: createLogger({ logLevel: "silent" }) },
    plantKeys: Object.values(plants).map(({ key }) => key),
  });
  await job.check();
  const sharesOf = async (accountId: string, order: string) =>
    (await (await openSession(accountId)).list({ sort: "expectedShare", order })).rows.map(
      ({ name, expectedShare, expectedFrom }: Record<string, unknown>) => [
        ...[name, expectedShare],
        ...(expectedFrom === "clear-sky" ? [expectedFrom] : []),
      ],
    );
  const unknown = (...names: string[]) => names.map((name) => [name, null]);
  const worstFirst = await sharesOf(ownerId, "asc");
  expect(worstFirst.slice(0, 4)).toEqual([
    ["Hidden", 0.1],
    ["Estimated", 0.3],
    ["Complete", 0.8],
    ["Backfilled", 0.05, "clear-sky"],
  ]);
  expect(worstFirst.slice(4).toSorted()).toEqual(unknown("Bangui", "Nowhere", "Silent"));
  expect((await sharesOf(guestId, "desc")).slice(0, 3)).toEqual([
    ["Complete", 0.8],
    ["Estimated", 0.3],
    ["Backfilled", 0.05, "clear-sky"],
  ]);
  expect((await sharesOf(guestId, "asc")).slice(3).toSorted()).toEqual(
    unknown("Bangui", "Hidden", "Nowhere", "Silent"),
  );
  // A page counts all plants.
  const page = await (await openSession(ownerId)).list({ sort: "expectedShare", order: "desc", pageSize: 2 });
  expect(page.rows.map(({ name }: Record<string, unknown>) => name)).toEqual(["Complete", "Estimated"]);
  expect(page.total).toBe(7);
  const [row] = (await (await openSession(ownerId)).list({})).rows;
  expect(row).not.toHaveProperty("expectedShare");

  // A deleted one is kept for some time.
  await sql`update plants set deleted_at = now() where id = ${estimated.id}`.execute(db);
  const { companyId } = await ensurePlatform(db);
  const { id: rootId } = await createAccount(db, { roleCode: "ROOT", companyId });
  const ids = new Set([complete, estimated, hidden, backfilled].map(({ id }) => id));
  const { rows } = await (await openSession(rootId)).list({ sort: "expectedShare", pageSize: 200 });
  const seen = rows.filter(({ stationId }: { stationId: string }) => ids.has(stationId));
  expect(seen.map(({ name, expectedShare }: Record<string, unknown>) => [name, expectedShare])).toEqual([
    ["Hidden", 0.1],
    ["Complete", 0.8],
    ["Backfilled", 0.05],
  ]);

  // In time, these days are before those that count: the plants have no share any more.
  server.clock.advance(31 * 86_400_000);
  await job.check();
  expect((await sharesOf(ownerId, "asc")).map(([, share]: unknown[]) => share)).toEqual(Array(6).fill(null));
});

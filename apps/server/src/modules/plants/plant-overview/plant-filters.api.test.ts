import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createCompany,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function openSession(accountId?: string) {
  const { authorization } = await createSession(db, { accountId });
  const call = async (path: string, query: object = {}) =>
    (await server.call("GET", path, { authorization, query })).envelope.data;
  return {
    list: async (query: object = {}) => await call("/workData/powerStation/list", { sort: "name", ...query }),
    names: async (query: object = {}) =>
      (await call("/workData/powerStation/list", { sort: "name", ...query })).rows.map(
        ({ name }: { name: string }) => name,
      ),
    choices: async () => await call("/workData/powerStation/choices"),
  };
}

/** Three plants of one owner: in its own company, in a company below, and with an installer company. */
async function createFleet() {
  const owner = await createAccount(db);
  const below = await createCompany(db, { upstreamId: owner.companyId, name: "Below" });
  const installer = await createCompany(db, { name: "Solar Fitters" });
  const of = { ownerId: owner.id };
  const a = await createPlant(db, { ...of, name: "A", installedCapacityKwp: 5, timeZone: "Asia/Kolkata" });
  const b = await createPlant(db, {
    ...of,
    name: "B",
    installedCapacityKwp: 50,
    companyId: below.id,
    timeZone: "Asia/Calcutta",
  });
  const c = await createPlant(db, {
    ...of,
    name: "C",
    installedCapacityKwp: 500,
    installerCompanyId: installer.id,
  });
  await sql`update plants set installer = 'Ann & Sons' where id = ${a.id}`.execute(db);
  await sql`
    insert into plant_tags (plant_id, tag) values (${a.id}, 'North'), (${b.id}, 'North'), (${b.id}, 'Lease 10'), (${b.id}, 'Lease 9')`.execute(
    db,
  );
  return { owner, below, installer, a, b, c };
}

async function openAlarms(plantId: string, count: number) {
  const device = await createDevice(db, { type: "OPT", plantId });
  for (let code = 0; code < count; code++)
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
      values (${plantId}, ${device.id}, 'device', ${`T${code}`}, 'fault', now(), now())`.execute(db);
  const { rows } = await sql<{
    id: string;
  }>`select id from alarms where plant_id = ${plantId} limit 1`.execute(db);
  // Grouped under another, and resolved: neither is counted.
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at, parent_alarm_id)
    values (${plantId}, ${device.id}, 'device', 'grouped', 'fault', now(), now(), ${rows[0]?.id ?? null})`.execute(
    db,
  );
}

test("limits the list to a company, an installer, a country, a tag and a range of capacity, together and page by page", async () => {
  const { owner, below } = await createFleet();
  const { names, list } = await openSession(owner.id);
  expect(await names({ companyId: below.id })).toEqual(["B"]);
  expect(await names({ installer: "Ann & Sons" })).toEqual(["A"]);
  expect(await names({ installer: "Solar Fitters" })).toEqual(["C"]);
  expect(await names({ installer: "Solar" })).toEqual([]);
  expect(await names({ country: "IN" })).toEqual(["A", "B"]);
  expect(await names({ country: "IN", companyId: below.id })).toEqual(["B"]);
  expect(await names({ country: "BR" })).toEqual([]);
  expect(await names({ tag: "North" })).toEqual(["A", "B"]);
  expect(await names({ tag: "north" })).toEqual([]);
  expect(await names({ minCapacityKwp: 5, maxCapacityKwp: 50 })).toEqual(["A", "B"]);
  expect(await names({ minCapacityKwp: 50.5 })).toEqual(["C"]);
  expect(await names({ tag: "North", companyId: below.id, search: "b", status: "waiting" })).toEqual(["B"]);
  expect(await list({ tag: "North", page: 2, pageSize: 1 })).toMatchObject({
    total: 2,
    rows: [{ name: "B" }],
  });
  expect(await list({ tag: "North", page: 3, pageSize: 1 })).toMatchObject({ total: 2, rows: [] });
});

test("offers the companies, installers, countries and tags of the caller's plants", async () => {
  const { owner, below } = await createFleet();
  await createFleet();
  const { choices, list } = await openSession(owner.id);
  const { companies, installers, countries, tags } = await choices();
  expect(companies).toHaveLength(2);
  expect(companies).toContainEqual({ companyId: below.id, companyName: "Below" });
  expect(installers).toEqual(["Ann & Sons", "Solar Fitters"]);
  expect(countries).toEqual(["IN"]);
  expect(tags).toEqual(["Lease 9", "Lease 10", "North"]);
  expect((await list({ companyId: below.id })).rows[0].tags).toEqual(["Lease 9", "Lease 10", "North"]);
});

test("a plant that hides its contacts matches no company and no installer, and the public sees no tags", async () => {
  const { owner, a } = await createFleet();
  const guest = await createAccount(db);
  await createGrant(db, { plantId: a.id, accountId: guest.id, level: "participant", invitedBy: owner.id });
  const { names, choices } = await openSession(guest.id);
  expect(await names({ installer: "Ann & Sons" })).toEqual(["A"]);
  await sql`
    update plants set settings = ${JSON.stringify({ participantSees: ["energy"] })}::jsonb, visibility = 'public'
    where id = ${a.id}`.execute(db);
  expect(await names()).toEqual(["A"]);
  expect(await names({ installer: "Ann & Sons" })).toEqual([]);
  expect(await names({ companyId: owner.companyId })).toEqual([]);
  expect(await choices()).toEqual({
    ...{ companies: [], installers: [], countries: ["IN"], tags: ["North"] },
    // Its earnings are hidden as well.
    currencies: [],
  });
  const visitor = await openSession();
  expect(await visitor.names({ tag: "North" })).toEqual([]);
  expect(await visitor.names({ companyId: owner.companyId })).toEqual([]);
  const [row] = (await visitor.list({ search: "A", minCapacityKwp: 5, maxCapacityKwp: 5 })).rows;
  expect(row).toMatchObject({ name: "A", tags: [], openAlarms: null });
});

test("counts the unresolved alarms of each plant and sorts by them; null for who may not view them", async () => {
  const { owner, a, b } = await createFleet();
  await openAlarms(a.id, 2);
  await openAlarms(b.id, 3);
  const { list, names } = await openSession(owner.id);
  const counts = (await list()).rows.map(({ openAlarms: count }: { openAlarms: number }) => count);
  expect(counts).toEqual([2, 3, 0]);
  expect(await names({ sort: "openAlarms", order: "desc" })).toEqual(["B", "A", "C"]);
  expect(await names({ sort: "openAlarms", order: "asc", pageSize: 2 })).toEqual(["C", "A"]);
  const guest = await createAccount(db);
  await createGrant(db, { plantId: a.id, accountId: guest.id, level: "participant", invitedBy: owner.id });
  const seen = await openSession(guest.id);
  expect((await seen.list()).rows).toMatchObject([{ openAlarms: 2 }]);
  await sql`
    update plants set settings = ${JSON.stringify({ participantSees: ["energy"] })}::jsonb where id = ${a.id}`.execute(
    db,
  );
  expect((await seen.list({ sort: "openAlarms" })).rows).toMatchObject([{ name: "A", openAlarms: null }]);
});

test("the specific yield is today's energy per installed kilowatt, and sorts the list", async () => {
  const { owner, a, b } = await createFleet();
  const later = new Date(server.clock.now() + 86_400_000);
  for (const [plant, todayWh] of [
    [a, 10_000],
    [b, 20_000],
  ] as const)
    await sql`
      insert into plant_energies (plant_key, day_ends_at, month_ends_at, year_ends_at, today_wh, month_wh, year_wh, total_wh,
        backfilled_today_wh, estimated_today_wh, implausible_today_wh, resets_today, measured_windows)
      values (${plant.key}, ${later}, ${later}, ${later}, ${todayWh}, ${todayWh}, ${todayWh}, ${todayWh}, 0, 0, 0, 0, '{}')`.execute(
      db,
    );
  const { list, names } = await openSession(owner.id);
  const yields = (await list()).rows.map(
    ({ specificYieldKwhPerKwp }: { specificYieldKwhPerKwp: number }) => specificYieldKwhPerKwp,
  );
  expect(yields).toEqual([2, 0.4, 0]);
  expect(await names({ sort: "specificYieldKwhPerKwp", order: "desc" })).toEqual(["A", "B", "C"]);
});

test("earnings of today are in the plant's currency, sorted by currency first; null where they are hidden", async () => {
  const { owner, a, b, c } = await createFleet();
  await sql`update plants set currency = 'CNY' where id = ${b.id}`.execute(db);
  const later = new Date(server.clock.now() + 86_400_000);
  const over = new Date(server.clock.now() - 1000);
  for (const [plant, amount, endsAt] of [
    [a, "12.50", later],
    [b, "99", later],
    [c, "40", over],
  ] as const)
    await sql`
      insert into plant_earnings (plant_key, energies_revision, plant_revision, day_ends_at, today_amount, unpriced_today_wh,
        is_estimated)
      values (${plant.key}, 1, '', ${endsAt}, ${amount}, 0, true)`.execute(db);
  const { list, names } = await openSession(owner.id);
  expect((await list()).rows).toMatchObject([
    { name: "A", earningsToday: "12.5", currency: "EUR", isEarningsEstimated: true },
    { name: "B", earningsToday: "99", currency: "CNY" },
    // Of a day that is over.
    { name: "C", earningsToday: "0", isEarningsEstimated: false },
  ]);
  expect(await names({ sort: "earningsToday", order: "desc" })).toEqual(["A", "C", "B"]);
  expect(await names({ sort: "earningsToday", order: "asc" })).toEqual(["B", "C", "A"]);

  const guest = await createAccount(db);
  for (const plant of [a, c])
    await createGrant(db, {
      plantId: plant.id,
      accountId: guest.id,
      level: "participant",
      invitedBy: owner.id,
    });
  await sql`update plants set settings = '{"participantSees":["energy"]}'::jsonb where id = ${a.id}`.execute(
    db,
  );
  const seen = await openSession(guest.id);
  expect((await seen.list()).rows).toMatchObject([
    { name: "A", earningsToday: null, isEarningsEstimated: false, energyTodayKwh: 0 },
    { name: "C", earningsToday: "0" },
  ]);
  expect(await seen.names({ sort: "earningsToday", order: "desc" })).toEqual(["C", "A"]);
});

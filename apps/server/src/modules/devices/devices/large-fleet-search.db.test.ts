import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestEngines } from "../../../../test/engines.ts";
import { writeManyPlants } from "../../../../test/many-plants.ts";
import { systemScope } from "../../base/access/scope.ts";
import { storeSilentUnits } from "../status/silent-units.repository.ts";
import type { DeviceFilter, DevicePage } from "./device-conditions-sql.ts";
import { searchDevices } from "./device-search.repository.ts";

// Statuses of a fleet that is too large to examine every device of it.

const { db } = await openTestEngines({ isOwnDatabase: true });
const now = new Date();
const OWNERS = 10;
const MODULES = 20;
/** Counted of many. */
const MAX_TOTAL = 5_000;
/** Of which each is examined. */
const MAX_CANDIDATES = 2_500;

/** Plants of two places in turn: at noon those with odd keys, at midnight those with even ones. */
async function writeFleet(): Promise<void> {
  const hours = now.getUTCHours() + now.getUTCMinutes() / 60;
  const noon = 15 * (12 - hours);
  const midnight = noon > 0 ? noon - 180 : noon + 180;
  const places = [noon, midnight].map((longitude) => ({ timeZone: "UTC", latitude: 0, longitude }));
  // As in an empty installation: serial numbers are of the keys. Nothing here is in ClickHouse, which other files use too.
  await sql`alter table plants alter column key restart with 1`.execute(db);
  await writeManyPlants(db, { plants: 260, owners: OWNERS, modulesPerPlant: MODULES, places });
}

const snOf = (plantKey: number, unit: number) => `B${String(plantKey).padStart(7, "0")}-${unit}`;

const idOf = (plantKey: number, unit: number) =>
  sql`(select id from devices where sn = ${snOf(plantKey, unit)})`;

/** Each way to be silent, once by day and once at night. */
async function silence(): Promise<void> {
  const of = (first: number, unit: number) => sql`in (${idOf(first, unit)}, ${idOf(first + 1, unit)})`;
  const statements = [
    sql`update gateways set is_online = false where device_id ${of(1, 0)}`,
    sql`update gateways set last_heard_at = ${new Date(now.getTime() - 3_600_000)} where device_id ${of(3, 0)}`,
    // Units behind an SCON of a gateway that is not connected.
    ...[1, 2].flatMap((key) => [
      sql`update devices set type = 'SCON' where id = ${idOf(key, 20)}`,
      sql`update device_links set parent_id = ${idOf(key, 20)} where device_id in (${idOf(key, 18)}, ${idOf(key, 19)})`,
    ]),
    ...[1, 2].map(
      (unit) => sql`
        update latest_values v set sample_at[s.position] = ${new Date(now.getTime() - 3_600_000)}
        from device_states s where s.device_id ${of(5, unit)} and s.block_id = v.id`,
    ),
    sql`delete from device_states where device_id ${of(7, 1)}`,
    sql`update device_states set down_at = now() + interval '2 days' where device_id ${of(9, 1)}`,
    sql`update device_links set parent_id = null where device_id ${of(11, 1)}`,
    // A fault outranks sleep.
    sql`update device_states set unit_status = 7 where device_id ${of(5, 2)}`,
  ];
  for (const statement of statements) await statement.execute(db);
  await storeSilentUnits(db, now);
  // A gateway that connected since, whose units have not reported again.
  await sql`update gateways set online_since = ${now} where device_id = ${idOf(13, 0)}`.execute(db);
  await sql`
    update latest_values set sample_at = array_fill(${new Date(now.getTime() - 3_600_000)}::timestamptz, array[cardinality(sample_at)])
    where gateway_id = ${idOf(13, 0)}`.execute(db);
}

const find = (filter: DeviceFilter, page: Partial<DevicePage> = {}) =>
  searchDevices(db, systemScope(), {
    ...{ now, filter },
    page: { sort: "sn", order: "asc", offset: 0, limit: 10_000, ...page },
  });

/** The same of each owner alone, whose devices are few enough to be examined. */
async function findOfOwners(filter: DeviceFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct company_id as id from plants`.execute(db);
  const found = await Promise.all(rows.map(({ id }) => find({ ...filter, companyId: id })));
  return found.flatMap(({ ids }) => ids).sort();
}

async function expectSameAsOfOwners(filter: DeviceFilter): Promise<number> {
  const { ids, total } = await find(filter);
  const expected = await findOfOwners(filter);
  expect({ filter, ids: [...ids].sort() }).toEqual({ filter, ids: expected });
  expect(total).toBe(Math.min(expected.length, MAX_TOTAL));
  return expected.length;
}

await writeFleet();
await silence();

test("lists the same devices by status as if each was examined, whatever keeps them silent, by day and at night", async () => {
  // Two gateways with 20 units each, units of one that has just connected, two units with old samples, one each that never
  // reported, is down and has no gateway, and two gateways at night.
  expect(await expectSameAsOfOwners({ status: "offline" })).toBe(2 * 21 + 20 + 2 + 3 + 2);
  // At night gateways alone are offline, and a unit with a fault is not asleep.
  expect(await expectSameAsOfOwners({ status: "asleep" })).toBe(2 * 20 + 1 + 3);
  for (const status of ["online", "normal", "fault", "warning"] as const)
    expect(await expectSameAsOfOwners({ status })).toBeGreaterThan(0);
  expect(await expectSameAsOfOwners({ status: "offline", type: "SCON" })).toBe(1);
  expect(await expectSameAsOfOwners({ status: "offline", search: "B0000001" })).toBe(21);
});

test("sorts by status as by the lists of each status, to the end of each page and across their borders", async () => {
  const statuses = ["normal", "asleep", "warning", "alarm", "fault", "offline"] as const;
  const ofStatus = await Promise.all(statuses.map(async (status) => (await find({ status })).ids));
  const ascending = ofStatus.flat();
  const descending = ofStatus
    .map((ids) => ids.toReversed())
    .toReversed()
    .flat();
  expect(descending).toHaveLength(260 * (1 + MODULES));
  const pages = [
    { offset: 0, limit: 50 },
    // From offline to normal, by way of all others.
    { offset: 40, limit: 100 },
    { offset: 5_400, limit: 100 },
  ];
  for (const page of pages) {
    const end = page.offset + page.limit;
    const found = await find({}, { ...page, sort: "status", order: "desc" });
    expect(found).toEqual({ ids: descending.slice(page.offset, end), total: MAX_TOTAL, isTotalCapped: true });
    const { ids } = await find({}, { ...page, sort: "status", order: "asc" });
    expect(ids).toEqual(ascending.slice(page.offset, end));
  }
});

test("sorts by plant as by its name, across the borders of plants", async () => {
  const { rows } = await sql<{ id: string }>`
    select d.id from devices d join device_links l on l.device_id = d.id join plants p on p.id = l.plant_id
    order by p.name desc, p.id desc, d.sn desc`.execute(db);
  const { ids } = await find({}, { sort: "stationName", order: "desc", offset: 30, limit: 50 });
  expect(ids).toEqual(rows.slice(30, 80).map(({ id }) => id));
});

test("reads a page of many that are silent, and knows their number", async () => {
  await sql`update gateways set is_online = false`.execute(db);
  expect(await expectSameAsOfOwners({ status: "offline" })).toBe(130 * 22);
  // Three units have a fault, which outranks sleep.
  expect(await expectSameAsOfOwners({ status: "asleep" })).toBe(130 * MODULES - 3);
  for (const status of ["online", "normal"] as const) await expectSameAsOfOwners({ status });
  const { ids, total } = await find({ status: "offline" }, { limit: 50 });
  expect(ids).toHaveLength(50);
  expect(total).toBe(130 * 22);
});

test("forgets units that report again", async () => {
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from silent_units`.execute(db)).rows[0]
      ?.count;
  expect(await count()).toBeGreaterThan(0);
  await sql`update gateways set is_online = true, last_heard_at = ${now}`.execute(db);
  await sql`update device_states set down_at = null`.execute(db);
  await sql`update latest_values set sample_at = array_fill(${now}::timestamptz, array[cardinality(sample_at)])`.execute(
    db,
  );
  await storeSilentUnits(db, now);
  // Never reported, and without a gateway, in two plants each.
  expect(await count()).toBe(4);
});

/** Few of each, and of the rest many. */
async function varyValues(): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const ofPlant = (key: number) => sql`gateway_id = ${idOf(key, 0)}`;
  const setAll = (column: "sample_at" | "rs", value: unknown, key: number) => sql`
    update latest_values set ${sql.ref(column)} = array_fill(${value}::${sql.raw(column === "rs" ? "real" : "timestamptz")},
      array[cardinality(sample_at)]) where ${ofPlant(key)}`;
  const statements = [
    setAll("sample_at", hoursAgo(2), 20),
    setAll("sample_at", hoursAgo(48), 21),
    setAll("sample_at", hoursAgo(400), 22),
    // Of one module alone.
    sql`
      update latest_values v set sample_at[s.position] = ${hoursAgo(30)}, rs[s.position] = -92
      from device_states s where s.device_id = ${idOf(23, 3)} and s.block_id = v.id`,
    setAll("rs", -92, 24),
    setAll("rs", -78, 25),
    setAll("rs", "NaN", 26),
    // Gateways without values of their own, by when they computed the power; and one that never did.
    sql`delete from device_states where device_id in (${idOf(27, 0)}, ${idOf(28, 0)}, ${idOf(29, 0)})`,
    sql`update gateways set power_at = ${hoursAgo(0.1)} where device_id = ${idOf(27, 0)}`,
    sql`update gateways set power_at = ${hoursAgo(30)} where device_id = ${idOf(28, 0)}`,
    sql`update gateways set power_at = null where device_id = ${idOf(29, 0)}`,
    // Its block was deleted.
    sql`delete from latest_values where ${ofPlant(30)}`,
  ];
  for (const statement of statements) await statement.execute(db);
  await storeSilentUnits(db, now);
}

test("lists the same devices by when they were last heard of and by signal as if each was examined", async () => {
  await varyValues();
  const ofPlant = 1 + MODULES;
  for (const type of [undefined, "DCON"] as const) {
    for (const lastSeen of ["hour", "overHour", "overDay", "overWeek", "never"] as const)
      expect(await expectSameAsOfOwners({ type, lastSeen })).toBeGreaterThan(0);
    for (const signal of ["good", "fair", "weak", "none"] as const)
      expect(await expectSameAsOfOwners({ type, signal })).toBeGreaterThan(0);
  }
  expect(await expectSameAsOfOwners({ lastSeen: "overWeek" })).toBe(ofPlant);
  expect(await expectSameAsOfOwners({ lastSeen: "overDay" })).toBe(2 * ofPlant + 2);
  expect(await expectSameAsOfOwners({ signal: "weak" })).toBe(ofPlant + 1);
  expect(await expectSameAsOfOwners({ signal: "fair" })).toBe(ofPlant);
  expect(await expectSameAsOfOwners({ signal: "weak", lastSeen: "overDay" })).toBe(1);
  expect(await expectSameAsOfOwners({ signal: "weak", status: "offline" })).toBe(1);
});

test("reads a page of many with a weak signal, or not heard of for a day, and knows their number", async () => {
  await sql`
    update latest_values set rs = array_fill(-92::real, array[cardinality(rs)]),
      sample_at = array_fill(${new Date(now.getTime() - 48 * 3_600_000)}::timestamptz, array[cardinality(sample_at)])
    where gateway_id in (select device_id from device_links l join plants p on p.id = l.plant_id where p.key % 2 = 0)`.execute(
    db,
  );
  // A device that was removed keeps its last values.
  const removed = idOf(42, 3);
  await sql`update device_links set to_at = now() where device_id = ${removed}`.execute(db);
  for (const filter of [{ signal: "weak" }, { lastSeen: "overDay" }] as const) {
    const count = await expectSameAsOfOwners(filter);
    expect(count).toBeGreaterThan(MAX_CANDIDATES);
    expect(count).toBeLessThan(MAX_TOTAL);
    const { ids, total } = await find(filter, { limit: 50 });
    expect(ids).toHaveLength(50);
    expect(total).toBe(count);
    for (const also of [{ type: "DCON" }, { status: "online" }, { search: "A1" }] as const)
      await expectSameAsOfOwners({ ...filter, ...also });
  }
});

test("counts the devices that are online among many more that are silent", async () => {
  await sql`
    with added as (
      insert into devices (sn, type, model) select 'S' || lpad(n::text, 8, '0'), 'OPT', 'BENCH' from generate_series(1, 10000) n returning id
    )
    insert into device_links (device_id, plant_id, parent_id, from_at)
    select added.id, p.id, ${idOf(41, 0)}, now() from added join plants p on p.key = 41`.execute(db);
  await sql`update gateways set is_online = device_id = ${idOf(43, 0)}`.execute(db);
  for (const status of ["online", "normal"] as const)
    expect(await find({ status, type: "DCON" })).toMatchObject({ ids: { length: 1 }, total: 1 });
  const count = await expectSameAsOfOwners({ status: "online" });
  expect(count).toBeGreaterThanOrEqual(1 + MODULES);
  expect(count).toBeLessThan(MAX_TOTAL);
});

test("lists the same devices of one company that has all of them, which are counted plant by plant", async () => {
  await sql`update plants set company_id = (select company_id from plants order by key limit 1)`.execute(db);
  const { rows } = await sql<{ id: string }>`select distinct company_id as id from plants`.execute(db);
  const companyId = rows[0]?.id;
  const filters = [
    { status: "offline" },
    { status: "online" },
    { signal: "weak" },
    { lastSeen: "overDay" },
    { lastSeen: "never" },
    { type: "DCON" },
  ] as const;
  for (const filter of filters) {
    const page = { limit: 50 };
    expect(await find({ ...filter, companyId }, page)).toEqual(await find(filter, page));
  }
});

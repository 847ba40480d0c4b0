import type { endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createDevice,
  createGrant,
  createPlant,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { propertyRuns } from "../../../../test/full-run.ts";
import { createSeededRandom, pickOne } from "../../../../test/random.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { searchAlarms } from "./alarm-search.repository.ts";
import { countByKind } from "./alarm-totals.repository.ts";

type ListQuery = QueryOf<typeof endpoints.alarm.list>;

let engines: TestEngines;
beforeAll(async () => {
  // Of its own: the operator finds the alarms of all plants.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

const RANKS = { warning: 1, alarm: 2, fault: 3 };
const KEYS: Readonly<Record<ListQuery["sort"], string>> = {
  lastAt: "a.last_at",
  firstAt: "a.first_at",
  goneAt: "a.gone_at",
  acknowledgedAt: "a.acknowledged_at",
  severity: "a.severity_rank",
  faultCode: "a.fault_code collate natural_order",
  count: "a.count",
  status: "a.status",
  stationName: "p.name collate natural_order",
  sn: "d.sn",
};

/** So many that one or two letters find only what they name as a whole. */
async function hasManyPlants(scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from plants p where ${plantsInScope(scope, "alarms")}`.execute(engines.db);
  return (rows[0]?.total ?? 0) > 200;
}

/** The rules of the list as one plain query: each filter a condition, each sort an order. */
async function searchPlainly(scope: Scope, query: ListQuery): Promise<{ ids: string[]; total: number }> {
  const { kind, status, severity, stationId, deviceId, faultCode, search, parentAlarmId, condition } = query;
  const parts: RawBuilder<unknown>[] = [plantsInScope(scope, "alarms")];
  if (kind) parts.push(sql`a.kind = ${kind}`);
  if (status) parts.push(sql`a.status = ${status}`);
  if (severity) parts.push(sql`a.severity_rank = ${RANKS[severity]}`);
  if (stationId) parts.push(sql`a.plant_id = ${stationId}`);
  if (deviceId) parts.push(sql`a.device_id = ${deviceId}`);
  if (faultCode) parts.push(sql`a.fault_code = ${faultCode}`);
  if (query.fromAt) parts.push(sql`a.last_at >= ${query.fromAt}`);
  if (query.toAt) parts.push(sql`a.last_at < ${query.toAt}`);
  if (condition === "present") parts.push(sql`a.status = 'unresolved' and a.gone_at is null`);
  if (condition === "gone") parts.push(sql`a.gone_at is not null`);
  if (query.assignedToMe) parts.push(sql`a.assignee_id = ${scope.accountId}`);
  if (parentAlarmId) parts.push(sql`a.parent_alarm_id = ${parentAlarmId}`);
  if (!parentAlarmId && !deviceId && !search) parts.push(sql`a.parent_alarm_id is null`);
  const isOfOne = stationId || deviceId || parentAlarmId;
  const isWhole = search && /^[\x20-\x7e]{1,2}$/.test(search) && !isOfOne && (await hasManyPlants(scope));
  const text = search?.replace(/[\\%_]/g, "\\$&");
  const pattern = isWhole ? text : `%${text}%`;
  if (search)
    parts.push(sql`(
      a.fault_code = ${search.toUpperCase()} or p.name ilike ${pattern} or d.sn ilike ${pattern} or d.alias ilike ${pattern}
      or exists (
        select from device_links l join slots s on s.id = l.slot_id join plants placed on placed.id = l.plant_id
        where l.device_id = a.device_id and l.to_at is null and s.label ilike ${pattern}
          and not 'layout' = any((select ${hiddenParts(scope)} from plants p where p.id = placed.id)::text[])
      )
    )`);
  const { order, page, pageSize } = query;
  const keys = [KEYS[query.sort], ...(query.sort === "stationName" ? ["p.id"] : []), "a.last_at", "a.id"];
  const { rows } = await sql<{ id: string }>`
    select a.id from alarms a join plants p on p.id = a.plant_id join devices d on d.id = a.device_id
    where ${sql.join(parts, sql` and `)}
    order by ${sql.raw(keys.map((key) => `${key} ${order} nulls last`).join(", "))}`.execute(engines.db);
  const ids = rows.map(({ id }) => id);
  return { ids: ids.slice((page - 1) * pageSize, page * pageSize), total: ids.length };
}

const createScope = (account: { id: string; companyId: string }, more: object = {}): Scope =>
  accountScope({
    accountId: account.id,
    companyId: account.companyId,
    sessionId: account.id,
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set(["alarm:read"]),
    jurisdiction: "company",
    ...more,
  });

/** More plants than those whose alarms are simply read and sorted, and than a text may match to be looked up. */
const MANY_PLANTS = 1_100;

/** A company with many plants, one of them shared with participants from whom a part is hidden, and random alarms. */
async function createFleet(random: () => number) {
  const { db } = engines;
  const upper = await createCompany(db);
  const company = await createCompany(db, { upstreamId: upper.id });
  const owner = await createAccount(db, { companyId: company.id });
  const plants = [];
  for (const name of ["Roof 2", "Roof 10", "Barn_1"])
    plants.push(await createPlant(db, { ownerId: owner.id, name }));
  await sql`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, time_zone, currency, owner_id, company_id)
    select upper(substr(md5(n || ${company.id}), 1, 8)), 'Field ' || n, 10, '2020-01-01', 'UTC', 'EUR', ${owner.id}, ${company.id}
    from generate_series(1, ${MANY_PLANTS}::int) n`.execute(db);
  const devices: { plantId: string; deviceId: string }[] = [];
  for (const { id: plantId } of plants) {
    const gateway = await createDevice(db, { type: "DCON", plantId });
    devices.push({ plantId, deviceId: gateway.id });
    for (const slotLabel of ["C15-4", "C15-5", "A1"]) {
      const unit = await createDevice(db, { type: "OPT", plantId, parentId: gateway.id, slotLabel });
      await sql`update devices set alias = ${`单元 unit ${slotLabel}`} where id = ${unit.id}`.execute(db);
      devices.push({ plantId, deviceId: unit.id });
    }
  }
  const [first, second, third] = plants as [(typeof plants)[0], (typeof plants)[0], (typeof plants)[0]];
  await sql`update plants set settings = '{"participantSees": ["alarms"]}' where id = ${first.id}`.execute(
    db,
  );
  await sql`update plants set settings = '{"participantSees": ["layout"]}' where id = ${second.id}`.execute(
    db,
  );
  const guest = await createAccount(db);
  for (const { id: plantId } of [first, second, third])
    await createGrant(db, { plantId, accountId: guest.id, invitedBy: owner.id, level: "participant" });
  const above = await createAccount(db, { companyId: upper.id });
  // More plants than those that are searched without an index, and few enough to be read plant by plant.
  const { rows: some } = await sql<{ id: string }>`
    select id from plants where owner_id = ${owner.id} and name like 'Field %' limit 40`.execute(db);
  const limited = await createAccount(db, {
    companyId: company.id,
    plantIds: [first.id, third.id, ...some.map(({ id }) => id)],
  });
  const platform = await ensurePlatform(db);
  const operator = await createAccount(db, platform);

  const times = Array.from({ length: 12 }, (_, minute) =>
    new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString(),
  );
  const maybe = <T>(share: number, value: () => T): T | null => (random() < share ? value() : null);
  const alarmIds: string[] = [];
  for (let index = 0; index < 220; index++) {
    const { plantId, deviceId } = pickOne(random, devices);
    const at = pickOne(random, times);
    const isOpen = random() < 0.5;
    const { rows } = await sql<{ id: string }>`
      insert into alarms (plant_id, device_id, kind, fault_code, source, description, severity, status, count, first_at, last_at,
        gone_at, acknowledged_at, acknowledged_by, assignee_id, parent_alarm_id)
      values (${plantId}, ${deviceId}, ${pickOne(random, ["device", "threshold"])}, ${pickOne(random, ["1", "7", "13", "H101", "H305"])},
        'OPT', '', ${pickOne(random, ["warning", "alarm", "fault"])}, ${isOpen ? "unresolved" : "resolved"},
        ${1 + Math.floor(random() * 5)}, ${pickOne(random, times)}, ${at}, ${maybe(0.4, () => pickOne(random, times))},
        ${maybe(0.4, () => pickOne(random, times))}, ${operator.id},
        ${maybe(0.3, () => pickOne(random, [owner.id, guest.id, above.id, operator.id]))},
        ${maybe(0.2, () => pickOne(random, [...alarmIds, null]))})
      on conflict do nothing returning id`.execute(db);
    if (rows[0]) alarmIds.push(rows[0].id);
  }
  const scopes = [
    createScope(owner),
    createScope(guest),
    createScope(above),
    createScope(limited, { jurisdiction: "plants" }),
    createScope({ ...operator, ...platform }, { isPlatform: true }),
  ];
  return { scopes, plants, devices, alarmIds, times };
}

test("finds, sorts and counts as one plain query does, for every caller", { timeout: 300_000 }, async () => {
  const random = createSeededRandom(11);
  const { scopes, plants, devices, alarmIds, times } = await createFleet(random);
  const pick = <T>(values: readonly T[]) => pickOne(random, values);
  const maybe = <T>(share: number, values: readonly T[]): T | undefined =>
    random() < share ? pick(values) : undefined;
  const sns = (
    await sql<{
      sn: string;
    }>`select sn from devices where id = any(${devices.map(({ deviceId }) => deviceId)}::uuid[])`.execute(
      engines.db,
    )
  ).rows.map(({ sn }) => sn);
  const searches = [
    "roof",
    "Roof 1",
    "c15",
    "1",
    "a1",
    "单元",
    "h101",
    "unit a",
    "_",
    "%",
    "zz",
    "nowhere",
    "i",
    "field 1",
    "field",
    sns[3]?.slice(4),
  ];
  let found = 0;
  for (let index = 0; index < propertyRuns(600); index++) {
    const query: ListQuery = {
      page: pick([1, 1, 2, 3]),
      pageSize: pick([3, 20, 200]),
      order: pick(["asc", "desc"]),
      sort: pick(Object.keys(KEYS) as ListQuery["sort"][]),
      kind: maybe(0.4, ["device", "threshold"] as const),
      status: maybe(0.5, ["unresolved", "resolved"] as const),
      severity: maybe(0.2, ["warning", "alarm", "fault"] as const),
      stationId: maybe(0.1, plants)?.id,
      deviceId: maybe(0.1, devices)?.deviceId,
      faultCode: maybe(0.15, ["1", "H305", ""]),
      search: maybe(0.25, searches),
      fromAt: maybe(0.15, times),
      toAt: maybe(0.15, times),
      condition: maybe(0.2, ["present", "gone"] as const),
      assignedToMe: maybe(0.1, [true, false]),
      parentAlarmId: maybe(0.05, alarmIds),
    };
    const scope = pick(scopes);
    const expected = await searchPlainly(scope, query);
    const { ids, total, isTotalCapped } = await searchAlarms(engines.db, scope, query);
    expect({ query, ids, total, isTotalCapped }).toEqual({
      query: query,
      ...expected,
      isTotalCapped: false,
    });
    found += ids.length;
  }
  expect(found).toBeGreaterThan(1_000);
  for (const scope of scopes) {
    const counts = await countByKind(engines.db, scope, {});
    const { total } = await searchPlainly(scope, {
      page: 1,
      pageSize: 1,
      order: "asc",
      sort: "lastAt",
      status: "unresolved",
    } as ListQuery);
    expect(counts.reduce((sum, count) => sum + count.total, 0)).toBe(total);
  }
});

test("reads the first alarms, in any order, of what many plants have in their name, and all where these do not fill the page", async () => {
  const { scopes, plants, devices } = await createFleet(createSeededRandom(12));
  const [plant, device, other] = [plants[2], devices.at(-1), devices.at(-2)];
  // Resolved an hour before all others, every second one: 2,500 alarms of the plants named "Field", and as many of another.
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, source, severity, status, first_at, last_at, gone_at, resolved_at,
      resolution)
    select case when n % 2 = 0 then field.id else ${plant?.id}::uuid end,
      case when n % 3 = 0 then ${other?.deviceId}::uuid else ${device?.deviceId}::uuid end, 'device', '13', 'OPT', 'alarm',
      'resolved', at, at, at, at, 'single'
    from (select id from plants where name = 'Field 7' order by created_at desc limit 1) field
    cross join generate_series(1, 5000) n
    cross join lateral (select timestamptz '2026-06-01T10:00:00Z' - make_interval(secs => n) as at) made`.execute(
    engines.db,
  );
  const operator = scopes[4] as Scope;
  const base = { sort: "lastAt", order: "desc", status: "resolved", search: "field" } as const;
  const first: ListQuery = { ...base, page: 1, pageSize: 20 };
  const expected = await searchPlainly(operator, first);
  const found = await searchAlarms(engines.db, operator, first);
  expect(found.ids).toEqual(expected.ids);
  expect(found.isTotalCapped).toBe(true);
  expect(found.total).toBeGreaterThan(20);
  expect(found.total).toBeLessThan(expected.total);
  const deep: ListQuery = { ...base, page: 9, pageSize: 200 };
  expect(await searchAlarms(engines.db, operator, deep)).toEqual({
    ...(await searchPlainly(operator, deep)),
    isTotalCapped: false,
  });
  // At a place whose label more plants have than are looked up.
  await sql`insert into slots (plant_id, label) select id, 'Z2 ' || n from plants, generate_series(1, 3) n`.execute(
    engines.db,
  );
  await sql`
    update slots set label = 'Z2 ' where id = (
      select slot_id from device_links where device_id = ${device?.deviceId} and to_at is null
    )`.execute(engines.db);
  const atPlace: ListQuery = { ...first, search: "z2 " };
  const plainAtPlace = await searchPlainly(operator, atPlace);
  expect(plainAtPlace.ids).toHaveLength(20);
  const foundAtPlace = await searchAlarms(engines.db, operator, atPlace);
  expect(foundAtPlace).toMatchObject({ ids: plainAtPlace.ids, isTotalCapped: true });
  const owner = scopes[0] as Scope;
  const { ids } = await searchPlainly(owner, atPlace);
  expect(await searchAlarms(engines.db, owner, atPlace)).toMatchObject({ ids, isTotalCapped: true });
  // In every order that an index delivers, with grouped alarms and those without the time that is sorted by.
  await sql`
    update alarms set count = 1 + extract(second from last_at)::int % 7,
      gone_at = case when extract(second from last_at)::int % 3 > 0 then last_at + interval '1 hour' end,
      parent_alarm_id = case when extract(second from last_at)::int % 11 = 0
        then (select id from alarms where last_at >= '2026-06-01T12:00:00Z' limit 1) end
    where last_at < '2026-06-01T10:00:00Z'`.execute(engines.db);
  for (const [sort, order] of [
    ["count", "desc"],
    ["firstAt", "asc"],
    ["goneAt", "desc"],
    ["goneAt", "asc"],
    ["faultCode", "asc"],
    ["sn", "asc"],
    ["sn", "desc"],
  ] as const) {
    const query: ListQuery = { ...first, sort, order };
    const plain = await searchPlainly(operator, query);
    expect(await searchAlarms(engines.db, operator, query)).toMatchObject({
      ids: plain.ids,
      isTotalCapped: true,
    });
  }
  const oldest: ListQuery = { ...first, order: "asc" };
  expect((await searchAlarms(engines.db, operator, oldest)).ids).toEqual(
    (await searchPlainly(operator, oldest)).ids,
  );
});

test("lists and counts nothing of other companies to a company with many plants", async () => {
  const fleets = [await createFleet(createSeededRandom(13)), await createFleet(createSeededRandom(14))];
  for (const { plants, devices } of fleets)
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, source, severity, status, first_at, last_at)
      select p.id, ${devices[1]?.deviceId}, 'device', 'H' || 400 + row_number() over (), 'OPT', 'fault', 'unresolved', at, at
      from plants p
      cross join lateral (select timestamptz '2026-06-01T13:00:00Z' - make_interval(secs => length(p.number)) as at) made
      where p.name like 'Field 1%' and p.owner_id = (select owner_id from plants where id = ${plants[0]?.id})
      order by p.id limit 60`.execute(engines.db);
  const base: ListQuery = { page: 1, pageSize: 20, order: "desc", sort: "lastAt" };
  for (const scope of fleets.flatMap(({ scopes }) => [scopes[0] as Scope, scopes[2] as Scope])) {
    for (const sort of Object.keys(KEYS) as ListQuery["sort"][])
      for (const search of [undefined, "field 1", "field", "unit"]) {
        const query: ListQuery = { ...base, sort, search, status: search ? undefined : "unresolved" };
        const { ids, total } = await searchPlainly(scope, query);
        const found = await searchAlarms(engines.db, scope, query);
        expect({ query, ids: found.ids }).toEqual({ query, ids });
        if (!found.isTotalCapped) expect({ query, total: found.total }).toEqual({ query, total });
      }
    const counts = await countByKind(engines.db, scope, {});
    const { total } = await searchPlainly(scope, { ...base, status: "unresolved" });
    expect(counts.reduce((sum, count) => sum + count.total, 0)).toBe(total);
  }
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { createConstantSamples, meteringClock, openMeteredPlant } from "../../../../test/metering.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Person = Awaited<ReturnType<typeof createPerson>>;
type MeteredPlant = Awaited<ReturnType<typeof openMeteredPlant>>;

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let plant: MeteredPlant;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});
beforeEach(async () => {
  owner = await createPerson();
  plant = await openMeteredPlant(engines, { ownerId: owner.id, timeZone: "UTC", name: "Old barn" });
  const until = meteringClock.now();
  await plant.report(createConstantSamples(1, until - 2 * HOUR_MS, until, 120));
  await plant.job.drain();
});

async function createPerson() {
  const account = await createAccount(engines.db);
  const steppedUpAt = new Date(server.clock.now());
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

const post = async ({ authorization }: Person, name: string, body: object) =>
  (await server.call("POST", `/workData/powerStation/${name}`, { authorization, body })).envelope;
const get = async ({ authorization }: Person, path: string, query: object = {}) =>
  (await server.call("GET", path, { authorization, query })).envelope;
const remove = (person: Person, name = "Old barn") => post(person, "delete", { stationId: plant.id, name });

async function count(table: string, column: string, value: unknown): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
    engines.db,
  );
  return rows[0]?.count ?? 0;
}

async function countMeasured(): Promise<number[]> {
  const tables = ["samples", "unit_windows", "plant_windows", "plant_days", "plant_days_by_date"];
  return await Promise.all(
    tables.map(async (table) => {
      const [row] = await engines.clickhouse.query<{ rows: number }>(
        `select toUInt32(count()) as rows from ${table} where plant = {key:UInt32}`,
        { key: plant.key },
      );
      return row?.rows ?? 0;
    }),
  );
}

test("a plant is deleted by its owner, who types its name; no user sees it afterwards", async () => {
  const [administrator, participant] = [await createPerson(), await createPerson()];
  for (const [person, level] of [
    [administrator, "administrator"],
    [participant, "participant"],
  ] as const)
    await createGrant(engines.db, {
      plantId: plant.id,
      accountId: person.id,
      level,
      invitedBy: owner.id,
    });
  const root = await createAccount(engines.db, { roleCode: "ROOT" });
  const operator = {
    ...root,
    ...(await createSession(engines.db, { accountId: root.id, steppedUpAt: new Date(server.clock.now()) })),
  };
  expect((await remove(administrator)).code).toBe("A0300");
  expect((await remove(await createPerson())).code).toBe("A0404");
  const wrong = await remove(owner, "Old bar");
  expect(wrong.code).toBe("A0400");
  expect(JSON.stringify(wrong)).toContain("Does not match the name of the plant.");
  expect((await get(owner, "/workData/powerStation/detail", { stationId: plant.id })).code).toBe("0");

  const deleted = await remove(owner, "  Old barn ");
  expect([deleted.code, deleted.msg]).toEqual(["0", "Plant deleted."]);
  for (const person of [owner, administrator, participant, operator]) {
    for (const path of ["detail", "members"])
      expect((await get(person, `/workData/powerStation/${path}`, { stationId: plant.id })).code).toBe(
        "A0404",
      );
    const { data } = await get(person, "/workData/powerStation/list", { search: "Old barn" });
    const ids = (data.rows as { stationId: string }[]).map(({ stationId }) => stationId);
    expect(ids).not.toContain(plant.id);
    expect((await remove(person)).code).toBe("A0404");
  }
  expect((await get(owner, "/index/overview")).data).toMatchObject({ plantCount: 0 });
  expect((await get(owner, "/workData/device/list")).data).toMatchObject({ total: 0 });
  const { rows } = await sql<{ original: unknown }>`
    select original from audit where plant_id = ${plant.id} and type = 'station.delete'`.execute(engines.db);
  expect(rows).toEqual([{ original: { name: "Old barn", ownerId: owner.id } }]);
});

test("a deleted plant is not in the totals of an account that sees all plants", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const { id: accountId } = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  const operator = { id: accountId, ...(await createSession(engines.db, { accountId })) } as Person;
  const totals = async () => {
    const { data } = await get(operator, "/index/overview");
    return [data.plantCount, data.energyTotalWh, data.installedCapacityKwp] as number[];
  };
  const [count = 0, energyWh = 0, capacityKwp = 0] = await totals();
  await remove(owner);
  const [countAfter, energyAfterWh, capacityAfterKwp = 0] = await totals();
  expect(countAfter).toBe(count - 1);
  expect(energyAfterWh).toBeCloseTo(energyWh - 240, 6);
  expect(capacityAfterKwp).toBeLessThan(capacityKwp);
});

test("deleting a plant frees its devices, resolves its alarms, and ends grants, invitations and a transfer", async () => {
  const [guest, heir] = [await createPerson(), await createPerson()];
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: owner.id,
  });
  const { data } = await post(owner, "transfer", {
    stationId: plant.id,
    target: heir.email,
    keepGrantIds: [],
  });
  await createDevice(engines.db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  const { rows: links } = await sql<{ deviceId: string }>`
    select device_id as "deviceId" from device_links where plant_id = ${plant.id} and to_at is null`.execute(
    engines.db,
  );
  expect(links.length).toBeGreaterThan(0);
  await sql`
    insert into alarms (id, plant_id, device_id, kind, fault_code, source, description, severity, count, first_at,
      last_at, recent_at, transitions)
    values (gen_random_uuid(), ${plant.id}, ${links[0]?.deviceId}, 'device', 'X1', 'test', '', 'warning', 1, now(), now(),
      '{}', 0)`.execute(engines.db);
  expect((await remove(owner)).code).toBe("0");
  expect(await count("device_links", "plant_id", plant.id)).toBe(links.length);
  const open = await sql<{ links: number; alarms: number; grants: number }>`
    select (select count(*)::int from device_links where plant_id = ${plant.id} and to_at is null) as links,
      (select count(*)::int from alarms where plant_id = ${plant.id} and status = 'unresolved') as alarms,
      (select count(*)::int from plant_grants where plant_id = ${plant.id} and state in ('invited', 'active')) as grants
    `.execute(engines.db);
  expect(open.rows).toEqual([{ links: 0, alarms: 0, grants: 0 }]);
  const response = await post(heir, "transferAnswer", { transferId: data.transferId, accept: true });
  expect(["A0404", "A0440"]).toContain(response.code);
  expect((await get(heir, "/workData/powerStation/invitations")).data.rows).toEqual([]);
});

test("the owner of a deleted plant can cancel the account, and two deletions at the same time delete once", async () => {
  const both = await Promise.all([remove(owner), remove(owner)]);
  expect(both.map(({ code }) => code).sort()).toEqual(["0", "A0404"]);
  const { envelope } = await server.call("POST", "/user/logoff", {
    authorization: owner.authorization,
    body: {},
  });
  expect(envelope.code).toBe("0");
});

test("data of a deleted plant is removed after 30 days, with the plant; the log stays", async () => {
  const kept = await createPlant(engines.db, { ownerId: owner.id });
  const pictureId = randomUUID();
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, claimed_at)
    values (${pictureId}, 'plant', 'image/webp', 1, 1, 1, now())`.execute(engines.db);
  await sql`update plants set picture_id = ${pictureId} where id = ${plant.id}`.execute(engines.db);
  const photographId = randomUUID();
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, claimed_at)
    values (${photographId}, 'layout', 'image/webp', 1, 1, 1, now())`.execute(engines.db);
  await sql`
    insert into layout_pictures (picture_id, plant_id, added_at)
    values (${photographId}, ${plant.id}, now())`.execute(engines.db);
  await remove(owner);
  const before = await countMeasured();
  expect(before.every((rows) => rows > 0)).toBe(true);
  const { plantDeletion } = server.services;
  server.clock.advance(30 * DAY_MS);
  await plantDeletion.sweep();
  expect(await countMeasured()).toEqual(before);
  server.clock.advance(1);
  await plantDeletion.sweep();
  expect(await countMeasured()).toEqual(before.map(() => 0));
  expect(await count("plants", "id", plant.id)).toBe(0);
  expect(await count("device_links", "plant_id", plant.id)).toBe(0);
  expect(await count("pictures", "id", pictureId)).toBe(0);
  expect(await count("pictures", "id", photographId)).toBe(0);
  expect(await count("plants", "id", kept.id)).toBe(1);
  const { rows } = await sql<{ type: string }>`
    select type from audit where object_id = ${plant.id} and type = 'station.delete'`.execute(engines.db);
  expect(rows).toHaveLength(1);
});

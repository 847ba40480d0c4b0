import { randomUUID } from "node:crypto";
import type { LogRow, RefusalRow } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createDevice,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import type { AuditEntry } from "./audit.service.ts";
import { writeAudit } from "./audit.service.ts";
import { createAuditJobs } from "./audit-jobs.ts";

let engines: TestEngines;
let server: TestApp;
let root: string;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  root = (await createPlatformAccount("ROOT")).authorization;
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function createPlatformAccount(roleCode: string) {
  const { companyId } = await ensurePlatform(engines.db);
  const account = await createAccount(engines.db, { companyId, roleCode });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

const write = (entry: Partial<AuditEntry>) =>
  engines.db
    .transaction()
    .execute((trx) => writeAudit(trx, { kind: "operation", type: "station.update", ...entry }));

/** From an hour ago to an hour from now. */
const around = () => ({
  fromAt: new Date(Date.now() - 3_600_000).toISOString(),
  toAt: new Date(Date.now() + 3_600_000).toISOString(),
});

async function list(authorization: string, query: object = {}): Promise<{ rows: LogRow[]; total: number }> {
  const { envelope } = await server.call("GET", "/system/log/list", {
    authorization,
    query: { ...around(), kind: "operation", ...query },
  });
  expect(envelope).toMatchObject({ code: "0" });
  return envelope.data;
}

/** A company with a plant and an account that may read logs. */
async function createReader(options: { upstreamId?: string; plantIds?: readonly string[] } = {}) {
  const company = await createCompany(engines.db, options);
  const { rows } = await sql<{ id: string }>`
    update customer_types set permission_ids = array_append(permission_ids, 'system:log')
    where code = 'installer-company' and not 'system:log' = any(permission_ids)`.execute(engines.db);
  expect(rows).toEqual([]);
  const made = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${company.id}, id, 'Reader', '{system,system:log}' from customer_types where code = 'installer-company'
    returning id`.execute(engines.db);
  const account = await createAccount(engines.db, {
    companyId: company.id,
    roleId: (made.rows[0] as { id: string }).id,
    plantIds: options.plantIds,
  });
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  const owner = await createAccount(engines.db, { companyId: company.id });
  return { company, account, authorization, plant: await createPlant(engines.db, { ownerId: owner.id }) };
}

describe("the log", () => {
  test("shows operator, type, object, both values, method, address and number in the chain [R3.14]", async () => {
    const { company, account, plant } = await createReader();
    await write({
      actorId: account.id,
      companyId: company.id,
      plantId: plant.id,
      objectType: "station",
      objectId: plant.id,
      original: { installer: "Sun & Sons" },
      new: { installer: "Roof Ltd" },
      method: "password",
      address: "192.0.2.7",
    });
    const { rows, total } = await list(root, { stationId: plant.id });
    expect(total).toBe(1);
    expect(rows[0]).toEqual({
      logId: expect.any(String),
      at: expect.any(String),
      kind: "operation",
      type: "station.update",
      actorId: account.id,
      actorName: account.userName,
      objectType: "station",
      objectId: plant.id,
      objectName: plant.name,
      stationId: plant.id,
      stationName: plant.name,
      original: { installer: "Sun & Sons" },
      new: { installer: "Roof Ltd" },
      names: { [plant.id]: { name: plant.name, isDeleted: false } },
      method: "password",
      address: "192.0.2.7",
      number: null,
    });
  });

  test("the device log has what users did with devices and what devices reported, without security alarms, and is filtered by device [R3.14]", async () => {
    const { plant, authorization } = await createReader();
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    const unit = await createDevice(engines.db, { type: "OPT", plantId: plant.id, parentId: gateway.id });
    const elsewhere = await createDevice(engines.db, {
      type: "OPT",
      plantId: (await createPlant(engines.db)).id,
    });
    await write({ type: "device.update", plantId: plant.id, objectType: "device", objectId: unit.id });
    await write({
      kind: "security",
      type: "device.session-fight",
      objectType: "device",
      objectId: gateway.id,
      plantId: plant.id,
    });
    await write({ plantId: plant.id, objectType: "station", objectId: plant.id });
    await sql`update gateways set is_online = true where device_id = ${gateway.id}`.execute(engines.db);
    await sql`update devices set software_version = '2.5' where id in (${unit.id}, ${elsewhere.id})`.execute(
      engines.db,
    );
    const listDevices = async (query: object = {}) => {
      const { rows } = await list(authorization, { kind: "device", order: "asc", ...query });
      return rows.map(({ type, objectName }) => [type, objectName]);
    };
    const ofUnit = [
      ["device.update", unit.sn],
      ["device.versions", unit.sn],
    ];
    expect(await listDevices()).toEqual([ofUnit[0], ["device.connect", gateway.sn], ofUnit[1]]);
    expect(await listDevices({ deviceType: "OPT" })).toEqual(ofUnit);
    expect(await listDevices({ deviceId: unit.id })).toEqual(ofUnit);
    expect(await listDevices({ search: gateway.sn })).toEqual([["device.connect", gateway.sn]]);
    expect(await listDevices({ type: "device.versions" })).toEqual([ofUnit[1]]);
    const { rows } = await list(root, { kind: "device", deviceId: elsewhere.id });
    expect(rows).toMatchObject([
      {
        original: { softwareVersion: "" },
        new: { softwareVersion: "2.5", model: "TEST" },
        method: "link",
        actorId: null,
      },
    ]);
  });

  test("shows names of mentioned objects that the reader may see, and marks deleted ones [R3.14]", async () => {
    const { company, account, plant, authorization } = await createReader();
    const stranger = await createAccount(engines.db);
    const gone = await createAccount(engines.db, { companyId: company.id });
    await sql`update accounts set cancelled_at = now() where id = ${gone.id}`.execute(engines.db);
    const role = await sql<{ id: string }>`select id from roles where code = 'owner'`.execute(engines.db);
    const roleId = role.rows[0]?.id as string;
    const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
    const foreignDevice = await createDevice(engines.db, { type: "OPT" });
    const missing = randomUUID();
    await write({
      actorId: account.id,
      companyId: company.id,
      plantId: plant.id,
      objectType: "company",
      objectId: company.id,
      original: { ownerId: gone.id, supervisorId: stranger.id, stationIds: [plant.id, missing] },
      new: { ownerId: account.id, roleId, deviceIds: [device.id, foreignDevice.id] },
    });
    const { rows } = await list(authorization, { stationId: plant.id });
    expect(rows[0]?.names).toEqual({
      [company.id]: { name: company.name, isDeleted: false },
      [gone.id]: { name: null, isDeleted: true },
      [stranger.id]: { name: null, isDeleted: false },
      [plant.id]: { name: plant.name, isDeleted: false },
      [account.id]: { name: account.userName, isDeleted: false },
      [roleId]: { name: "Owner", isDeleted: false },
      [device.id]: { name: device.sn, isDeleted: false },
      [foreignDevice.id]: { name: null, isDeleted: false },
    });
  });

  test("hides the name of a cancelled account in every row and in searches", async () => {
    const { account, company } = await createReader();
    await write({ actorId: account.id, companyId: company.id, objectType: "account", objectId: account.id });
    expect((await list(root, { search: account.userName })).total).toBe(1);
    await sql`update accounts set cancelled_at = now() where id = ${account.id}`.execute(engines.db);
    const { rows } = await list(root, { actorId: account.id });
    expect(rows[0]).toMatchObject({ actorId: account.id, actorName: null, objectName: null });
    expect((await list(root, { search: account.userName })).total).toBe(0);
  });

  test("filters by time, kind, type, object and search text, in any order", async () => {
    const { account, plant } = await createReader();
    const device = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    const entry = { actorId: account.id, plantId: plant.id };
    await write({ ...entry, type: "station.update", new: { note: "100% done" }, address: "198.51.100.4" });
    await write({ ...entry, type: "device.add", objectType: "device", objectId: device.id });
    await write({ ...entry, type: "command.scan", objectType: "device", objectId: device.id });
    await write({ ...entry, kind: "security", type: "device.takenOver" });
    const types = async (query: object) =>
      (await list(root, { actorId: account.id, ...query })).rows.map(({ type }) => type);
    expect(await types({})).toEqual(["command.scan", "device.add", "station.update"]);
    expect(await types({ order: "asc" })).toEqual(["station.update", "device.add", "command.scan"]);
    expect(await types({ sort: "type", order: "asc" })).toEqual([
      "command.scan",
      "device.add",
      "station.update",
    ]);
    expect((await types({ sort: "number" })).length).toBe(3);
    expect(await types({ pageSize: 2, page: 2 })).toEqual(["station.update"]);
    expect(await types({ kind: "security" })).toEqual(["device.takenOver"]);
    expect(await types({ type: "device.add" })).toEqual(["device.add"]);
    expect(await types({ objectType: "device" })).toEqual(["command.scan", "device.add"]);
    expect(await types({ search: "100%" })).toEqual(["station.update"]);
    expect(await types({ search: "198.51.100" })).toEqual(["station.update"]);
    expect(await types({ search: device.sn })).toEqual(["command.scan", "device.add"]);
    expect((await types({ search: plant.name })).length).toBe(3);
    expect(await types({ search: "_" })).toEqual([]);
    const { fromAt } = around();
    const earlier = new Date(Date.parse(fromAt) - 86_400_000).toISOString();
    expect(await types({ fromAt: earlier, toAt: fromAt })).toEqual([]);
  });

  test.each([
    [{ toAt: undefined }],
    [{ fromAt: undefined }],
    [{ fromAt: "2026-05-02T00:00:00Z", toAt: "2026-05-02T00:00:00Z" }],
    [{ fromAt: "2024-05-01T00:00:00Z", toAt: "2026-05-02T00:00:00Z" }],
    [{ kind: "other" }],
    [{ type: "station.eaten" }],
    [{ pageSize: 201 }],
  ])("refuses %j", async (wrong) => {
    const { envelope } = await server.call("GET", "/system/log/list", {
      authorization: root,
      query: JSON.parse(JSON.stringify({ ...around(), kind: "operation", ...wrong })),
    });
    expect(envelope.code).toBe("A0400");
  });

  test("shows other users than the platform's only rows of their companies and plants [R3.14, R6.6]", async () => {
    const above = await createReader();
    const below = await createReader({ upstreamId: above.company.id });
    const beside = await createReader();
    const readers = [above, below, beside];
    for (const { company, plant } of readers) {
      await write({ type: "company.add", companyId: company.id });
      await write({ type: "station.update", companyId: company.id, plantId: plant.id });
      // Rows of a deleted plant stay visible to its company.
      await write({ type: "station.add", companyId: company.id, plantId: crypto.randomUUID() });
    }
    await write({ type: "demo.removed" });
    const seen = async ({ authorization }: { authorization: string }) => (await list(authorization)).total;
    expect([await seen(above), await seen(below), await seen(beside)]).toEqual([6, 3, 3]);
    const { rows } = await list(beside.authorization);
    expect(rows.some(({ stationId }) => stationId === above.plant.id)).toBe(false);
    const chosen = await createReader({ plantIds: [beside.plant.id] });
    await sql`update accounts set company_id = ${beside.company.id} where id = ${chosen.account.id}`.execute(
      engines.db,
    );
    await write({ companyId: beside.company.id, plantId: chosen.plant.id });
    expect((await list(chosen.authorization)).rows.map(({ type }) => type)).toEqual([
      "station.update",
      "company.add",
    ]);
  });
});

test("counts refusals by actor, endpoint and minute, and shows them to the account's companies", async () => {
  const here = await createReader();
  const elsewhere = await createReader();
  for (let round = 0; round < 3; round++)
    await server.call("GET", "/system/maintenance/list", { authorization: here.authorization });
  await server.call("GET", "/system/maintenance/list");
  await server.refusals.flush();
  const ask = async (authorization: string, search: string): Promise<RefusalRow[]> => {
    const { envelope } = await server.call("GET", "/system/log/refusals", {
      authorization,
      query: { ...around(), search },
    });
    return envelope.data.rows;
  };
  const counted = {
    actor: here.account.id,
    actorName: here.account.userName,
    endpoint: "GET /system/maintenance/list",
  };
  const rows = await ask(root, here.account.userName);
  expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(3);
  expect(rows[0]).toMatchObject(counted);
  expect((await ask(root, "maintenance/list")).map(({ actor }) => actor)).toContain("none");
  expect((await ask(here.authorization, ""))[0]).toMatchObject(counted);
  expect(await ask(elsewhere.authorization, "")).toEqual([]);
});

test("lets only ROOT request a verification, and shows the operator its result [R3.14]", async () => {
  const requestVerification = (authorization: string) =>
    server.call("POST", "/system/log/verify", { authorization, body: {} });
  const see = async () =>
    (await server.call("GET", "/system/log/verification", { authorization: root })).envelope.data;
  expect(await see()).toMatchObject({ last: null, isRunning: false, sealedNumber: null });
  const support = await createPlatformAccount("platform-support");
  expect((await requestVerification(support.authorization)).envelope.code).toBe("A0300");
  expect((await see()).isRunning).toBe(false);
  expect((await requestVerification(root)).envelope).toMatchObject({
    code: "0",
    msg: expect.stringContaining("being verified"),
  });
  await requestVerification(root);
  expect((await see()).isRunning).toBe(true);
  const jobs = createAuditJobs({
    db: engines.db,
    config: { dataFolder: server.dataFolder, auditMonths: 36 },
    clock: server.clock,
    logger: server.app.log as never,
  });
  jobs.start();
  await expect.poll(async () => (await see()).isRunning, { timeout: 30_000 }).toBe(false);
  await jobs.stop();
  const { last, sealedNumber } = await see();
  expect(last).toMatchObject({ result: "intact", firstNumber: 1, isEndKnown: true, break: null });
  expect(sealedNumber).toBeGreaterThanOrEqual(last.lastNumber);
  const { rows } = await list(root, { type: "audit.verify" });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.number).toBeGreaterThan(0);
});

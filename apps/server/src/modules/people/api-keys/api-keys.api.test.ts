import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Endpoint } from "@heliograph/contract";
import { endpoints, MAX_KEY_CALLS } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { hasPrometheus, startPrometheus } from "../../../../test/prometheus.ts";
import { openTestStage } from "../../../../test/stage.ts";
import type { Scope } from "../../base/access/scope.ts";
import { eraseAccount } from "../identity/erasure.service.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const page = readFileSync(join(import.meta.dirname, "../../../../../../docs/api-keys.md"), "utf8");
const blocksOf = (language: string): string[] =>
  page
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split("```")[0] ?? "");

await server.app.listen({ host: "127.0.0.1", port: 0 });
const address = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;

async function createCaller(roleCode = "owner", companyId?: string) {
  const account = await createAccount(db, { roleCode, ...(companyId !== undefined && { companyId }) });
  const { authorization } = await createSession(db, {
    accountId: account.id,
    steppedUpAt: new Date(server.clock.now()),
  });
  const post = async (path: string, body: object) =>
    (await server.call("POST", `/user/apiKey/${path}`, { authorization, body })).envelope;
  const body = { name: "Script", permissionIds: ["station:read"], plants: "all" };
  return {
    ...account,
    authorization,
    add: async (change: object = {}) => (await post("add", { ...body, ...change })).data,
    tryAdd: async (change: object) => (await post("add", { ...body, ...change })).code,
    revoke: async (apiKeyId: string) => (await post("revoke", { apiKeyId })).code,
    list: async () => (await server.call("GET", "/user/apiKey/list", { authorization })).envelope.data.rows,
  };
}

const callWith = (key: string, path: string, query: object = {}) =>
  server.call("GET", path, { authorization: `Bearer ${key}`, query });
const listNames = async (key: string): Promise<string[]> => {
  const { envelope } = await callWith(key, "/workData/powerStation/list");
  return envelope.data.rows.map(({ name }: { name: string }) => name).toSorted();
};

test("returns a key once, stores its hash, and shows its beginning and last use", async () => {
  const caller = await createCaller();
  const plant = await createPlant(db, { ownerId: caller.id });
  const { apiKeyId, key } = await caller.add({ days: 30 });
  expect(key).toMatch(/^hgk_[\w-]{43}$/);
  expect(await listNames(key)).toEqual([plant.name]);
  const [row] = await caller.list();
  expect(row).toMatchObject({
    apiKeyId,
    prefix: key.slice(0, 10),
    state: "active",
    expiresAt: new Date(server.clock.now() + 30 * 86_400_000).toISOString(),
    lastUsedAt: new Date(server.clock.now()).toISOString(),
  });
  const { rows } = await sql`select to_jsonb(k)::text as row from api_keys k where id = ${apiKeyId}`.execute(
    db,
  );
  expect(JSON.stringify(rows)).not.toContain(key.slice(10));
  const { rows: logged } = await sql`select type, new from audit where object_id = ${apiKeyId}`.execute(db);
  expect(logged).toMatchObject([{ type: "apiKey.add", new: { name: "Script" } }]);
});

test("reads only with permissions that both the key and its account have", async () => {
  const caller = await createCaller();
  const plant = await createPlant(db, { ownerId: caller.id });
  const { key } = await caller.add();
  const codeOf = async (path: string) =>
    (await callWith(key, path, { stationId: plant.id, kind: "device" })).envelope.code;
  expect(await codeOf("/workData/powerStation/detail")).toBe("0");
  expect(await codeOf("/workData/device/list")).toBe("A0300");
  expect(await codeOf("/alarm/list")).toBe("A0300");
  await sql`
    update accounts set role_id = (select id from roles where code = 'family') where id = ${caller.id}`.execute(
    db,
  );
  expect(await codeOf("/workData/powerStation/detail")).toBe("0");
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${caller.companyId}, customer_type_id, 'None', '{}' from roles where code = 'family' returning id`.execute(
    db,
  );
  await sql`update accounts set role_id = ${rows[0]?.id} where id = ${caller.id}`.execute(db);
  expect(await codeOf("/workData/powerStation/detail")).toBe("A0300");
});

test("makes no call that changes something or is about the account itself, whatever endpoint it is", async () => {
  const caller = await createCaller();
  const permissionIds = ["station:read", "device:read", "alarm:read"];
  const { key } = await caller.add({ permissionIds });
  const all: Endpoint[] = Object.values<Record<string, Endpoint>>(endpoints).flatMap((area) =>
    Object.values(area),
  );
  const closed = all.filter(
    ({ method, access: { who, scope } }) =>
      who !== "public" && (method !== "GET" || (scope.kind !== "plant" && scope.kind !== "in-scope")),
  );
  expect(closed.length).toBeGreaterThan(100);
  for (const { method, path } of closed) {
    const { statusCode } = await server.call(method, path, {
      authorization: `Bearer ${key}`,
      ...(method !== "GET" && { body: {} }),
    });
    if (statusCode === 429) server.clock.advance(60_000);
    else expect([method, path, statusCode]).toEqual([method, path, 403]);
  }
});

test("limits a key to chosen plants in lists, totals, details and metrics, also for the platform operator", async () => {
  const caller = await createCaller();
  const chosen = await createPlant(db, { ownerId: caller.id });
  const other = await createPlant(db, { ownerId: caller.id });
  const { companyId } = await ensurePlatform(db);
  const root = await createCaller("ROOT", companyId);
  for (const owner of [caller, root]) {
    const { key } = await owner.add({ plants: "chosen", stationIds: [chosen.id] });
    expect(await listNames(key)).toEqual([chosen.name]);
    const codeOf = async (stationId: string) =>
      (await callWith(key, "/workData/powerStation/detail", { stationId })).envelope.code;
    expect(await codeOf(chosen.id)).toBe("0");
    expect(await codeOf(other.id)).toBe("A0404");
    const overview = (await callWith(key, "/index/overview")).envelope;
    expect([overview.code, overview.data?.plantCount]).toEqual(["0", 1]);
    const metrics = (await callWith(key, "/metrics/plants")).body;
    expect(metrics).toContain(chosen.id);
    expect(metrics).not.toContain(other.id);
  }
  const stranger = await createPlant(db);
  expect(await caller.tryAdd({ plants: "chosen", stationIds: [stranger.id] })).toBe("A0400");
  expect(await caller.tryAdd({ plants: "chosen" })).toBe("A0400");
});

test("hides from metrics what the plant's settings hide from a participant [R6.7]", async () => {
  const plant = await createPlant(db, { installedCapacityKwp: 7 });
  const member = await createCaller();
  await createGrant(db, {
    plantId: plant.id,
    accountId: member.id,
    level: "participant",
    invitedBy: plant.ownerId,
  });
  const { key } = await member.add({ permissionIds: ["station:read", "alarm:read"] });
  const read = async () => (await callWith(key, "/metrics/plants")).body;
  expect(await read()).toContain("heliograph_plant_energy_today_watt_hours{");
  expect(await read()).toContain("heliograph_plant_open_alarms{");
  await sql`
    update plants set settings = settings || '{"participantSees":["devices"]}' where id = ${plant.id}`.execute(
    db,
  );
  expect(await read()).toContain(
    `heliograph_plant_capacity_watts{station_id="${plant.id}",name="${plant.name}"} 7000`,
  );
  expect(await read()).not.toContain("heliograph_plant_energy_today_watt_hours{");
  expect(await read()).not.toContain("heliograph_plant_open_alarms{");
});

test("ends with its date, when it is revoked, and with its account; never by another account", async () => {
  const caller = await createCaller();
  const stranger = await createCaller();
  const statusOf = async (key: string) => (await callWith(key, "/workData/powerStation/list")).envelope.code;
  const [revoked, expired, last] = [await caller.add(), await caller.add({ days: 1 }), await caller.add()];
  expect(await stranger.revoke(revoked.apiKeyId)).toBe("A0404");
  expect(await statusOf(revoked.key)).toBe("0");
  expect(await caller.revoke(revoked.apiKeyId)).toBe("0");
  expect(await caller.revoke(revoked.apiKeyId)).toBe("A0404");
  expect(await statusOf(revoked.key)).toBe("A0230");
  server.clock.advance(86_400_000);
  expect(await statusOf(expired.key)).toBe("A0230");
  expect((await caller.list()).map(({ state }: { state: string }) => state).toSorted()).toEqual([
    "active",
    "expired",
    "revoked",
  ]);
  await sql`update accounts set disabled_at = now() where id = ${caller.id}`.execute(db);
  expect(await statusOf(last.key)).toBe("A0230");
  await sql`update accounts set disabled_at = null where id = ${caller.id}`.execute(db);
  expect(await statusOf(last.key)).toBe("0");
  const scope = await server.services.identity.findAccountScope(caller.id);
  const actor = { scope: scope as Scope, address: "", language: "en" as const };
  const at = new Date(server.clock.now());
  await db.transaction().execute((trx) => eraseAccount(trx, actor, { accountId: caller.id, at }));
  const { rows } = await sql`select from api_keys where account_id = ${caller.id}`.execute(db);
  expect(rows).toEqual([]);
});

test("refuses the call after the limit of a minute, and allows the next one", async () => {
  const caller = await createCaller();
  const { key } = await caller.add();
  const other = await caller.add();
  server.clock.advance(60_000);
  for (let count = 0; count < MAX_KEY_CALLS; count++)
    expect((await callWith(key, "/metrics/plants")).statusCode).toBe(200);
  const refused = await callWith(key, "/metrics/plants");
  expect([refused.statusCode, refused.envelope.code]).toEqual([429, "A0501"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await callWith(other.key, "/metrics/plants")).statusCode).toBe(200);
  server.clock.advance(60_000);
  expect((await callWith(key, "/metrics/plants")).statusCode).toBe(200);
});

test("refuses permissions that the account lacks, one key too many, and creation without step-up", async () => {
  const caller = await createCaller();
  expect(await caller.tryAdd({ permissionIds: ["station:shutdown"] })).toBe("A0400");
  expect(await caller.tryAdd({ days: 367 })).toBe("A0400");
  const { authorization } = await createSession(db, { accountId: caller.id });
  const body = { name: "Script", permissionIds: ["station:read"], plants: "all" };
  expect((await server.call("POST", "/user/apiKey/add", { authorization, body })).envelope.code).toBe(
    "A0220",
  );
  for (let count = 0; count < 20; count++) await caller.add();
  expect(await caller.tryAdd({})).toBe("A0440");
});

test("every documented call succeeds as it is written", async () => {
  const caller = await createCaller();
  const plant = await createPlant(db, { ownerId: caller.id });
  await createDevice(db, { type: "DCON", plantId: plant.id });
  const { key } = await caller.add({ permissionIds: ["station:read", "device:read", "alarm:read"] });
  const lines = blocksOf("sh").flatMap((block) => block.trim().split("\n"));
  expect(lines).toHaveLength(4);
  const environment = { ...process.env, KEY: key, SERVER: `http://${address}`, STATION: plant.id };
  for (const line of lines) {
    const { stdout } = await promisify(execFile)("sh", ["-c", line], { env: environment });
    expect([line, JSON.parse(stdout)]).toMatchObject([line, { code: "0", status: 200 }]);
  }
});

test.runIf(hasPrometheus)(
  "Prometheus scrapes the plants of a key with the documented configuration",
  async () => {
    const caller = await createCaller();
    const plant = await createPlant(db, { ownerId: caller.id, name: 'North "1"', installedCapacityKwp: 5 });
    await createPlant(db);
    const { key } = await caller.add();
    const configuration = blocksOf("yaml")[0]
      ?.replace("https", "http")
      .replace("60s", "1s")
      .replace("hgk_your-key", key)
      .replace("solar.example.org", address);
    const prometheus = await startPrometheus(configuration ?? "");
    onTestFinished(prometheus.stop);
    await expect
      .poll(() => prometheus.query("heliograph_plant_capacity_watts"), { timeout: 30_000, interval: 200 })
      .toEqual({ [plant.name]: 5_000 });
    expect(await prometheus.query("sum by (name) (heliograph_plant_status)")).toEqual({ [plant.name]: 1 });
  },
);

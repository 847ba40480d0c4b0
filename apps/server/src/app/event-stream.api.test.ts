import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import { openEventStream } from "../../test/event-stream.ts";
import {
  createAccount,
  createDevice,
  createGrant,
  createInvitation,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let address: string;
let plant: Awaited<ReturnType<typeof createPlant>>;
let owner: Awaited<ReturnType<typeof createSession>>;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

beforeEach(async () => {
  plant = await createPlant(engines.db);
  owner = await createSession(engines.db, { accountId: plant.ownerId });
});

const openStream = (session: { authorization: string }, topics: string, lastEventId?: string) =>
  openEventStream(address, { session, topics, lastEventId });

/** A stream also checks its rights every 15 s; one that closes within this time closed because of the change. */
const BEFORE_RECHECK_MS = 10_000;

/** A message that tests tell from others by its number. */
const gatewayOf = (stationId: string, number: number) =>
  ({
    type: "gateway",
    stationId,
    deviceId: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    isOnline: true,
  }) satisfies LiveMessage;
const publishGateway = (stationId: string, number: number) =>
  server.bus.publish(`plant.${stationId}.gateway`, gatewayOf(stationId, number));
const publishAlarms = (stationId: string) =>
  server.bus.publish(`plant.${stationId}.alarms`, { type: "alarms", stationId } satisfies LiveMessage);
/** A report of the plant's gateway, as far as its figures go. */
async function reportPower(
  { id, gatewayId }: { id: string; gatewayId: string },
  powerW: number,
): Promise<void> {
  const now = new Date(server.clock.now());
  await sql`update gateways set is_online = true, last_heard_at = ${now}, power_at = ${now}, module_power_w = ${powerW}
    where device_id = ${gatewayId}`.execute(engines.db);
  server.services.plantLive.notifyChanged(id);
}
async function createReportingPlant(options: Parameters<typeof createPlant>[1] = {}) {
  const created = await createPlant(engines.db, options);
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: created.id });
  return { ...created, gatewayId: gateway.id };
}
const publishUnits = (stationId: string) =>
  server.bus.publish(`plant.${stationId}.units`, {
    type: "units",
    stationId,
    units: [],
  } satisfies LiveMessage);

test("pushes events of a plant to its owner, numbered and not cacheable", async () => {
  const stream = await openStream(owner, `plant:${plant.id}`);
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("cache-control")).toContain("no-store");
  expect(stream.response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await stream.next())?.event).toBe("ready");
  publishUnits(plant.id);
  expect(await stream.next()).toMatchObject({ event: "message", data: { type: "units" }, id: /./ });
  stream.abort();
});

test("pushes the figures of the plant that is watched", async () => {
  const watched = await createReportingPlant({ ownerId: plant.ownerId });
  const other = await createReportingPlant({ ownerId: plant.ownerId });
  const stream = await openStream(owner, `plant:${watched.id},plants`);
  await stream.next();
  await reportPower(other, 100);
  expect((await stream.next())?.data).toEqual({ type: "plants" });
  await reportPower(watched, 4_200);
  // Its change is a message of the topic `plants` too, before or after the figures.
  const messages = [(await stream.next())?.data, (await stream.next())?.data];
  expect(messages).toContainEqual({ type: "plants" });
  expect(messages).toContainEqual(
    expect.objectContaining({ type: "plant", stationId: watched.id, powerW: 4_200 }),
  );
  stream.abort();
});

test("pushes the alarms of all plants in scope, and of no other", async () => {
  const stream = await openStream(owner, "alarms");
  await stream.next();
  const foreign = await createPlant(engines.db);
  publishAlarms(foreign.id);
  publishUnits(plant.id);
  publishAlarms(plant.id);
  expect((await stream.next())?.data).toEqual({ type: "alarms", stationId: plant.id });
  stream.abort();
});

test("pushes that a plant in scope changed, once for many changes and none of other plants", async () => {
  const stream = await openStream(owner, "plants,alarms");
  await stream.next();
  const foreign = await createPlant(engines.db);
  server.services.plantLive.notifyChanged(foreign.id);
  publishAlarms(plant.id);
  expect([(await stream.next())?.data, (await stream.next())?.data]).toEqual(
    expect.arrayContaining([{ type: "plants" }, { type: "alarms", stationId: plant.id }]),
  );
  for (let change = 0; change < 5; change += 1) server.services.plantLive.notifyChanged(plant.id);
  expect((await stream.next())?.data).toEqual({ type: "plants" });
  publishAlarms(plant.id);
  expect((await stream.next())?.data).toEqual({ type: "alarms", stationId: plant.id });
  stream.abort();
});

test("pushes that a shutdown changed to the plant's pages and to lists of plants", async () => {
  const stream = await openStream(owner, `plant:${plant.id},plants`);
  await stream.next();
  const message = { type: "safety", stationId: plant.id } satisfies LiveMessage;
  server.bus.publish(`plant.${plant.id}.safety`, message);
  expect([(await stream.next())?.data, (await stream.next())?.data]).toEqual(
    expect.arrayContaining([message, { type: "plants" }]),
  );
  stream.abort();
});

test("pushes the shutdown of a plant on a topic of its own, which a flood of other messages neither delays nor empties", async () => {
  const topic = `safety:${plant.id}`;
  const message = { type: "safety", stationId: plant.id } satisfies LiveMessage;
  const flood = () => {
    for (let at = 0; at < 300; at += 1) publishUnits(plant.id);
    publishAlarms(plant.id);
  };
  const general = await openStream(owner, `plant:${plant.id}`);
  const own = await openStream(owner, topic);
  await general.next();
  const ready = await own.next();
  flood();
  server.bus.publish(`plant.${plant.id}.safety`, message);
  expect((await own.next())?.data).toEqual(message);
  own.abort();
  flood();
  // The general topic has dropped what a client would resume from; this one has all of it.
  const resumed = await openStream(owner, topic, ready?.id);
  expect((await resumed.next())?.event).toBe("ready");
  expect((await resumed.next())?.data).toEqual(message);
  const dropped = await openStream(owner, `plant:${plant.id}`, ready?.id);
  expect((await dropped.next())?.event).toBe("reset");
  publishGateway(plant.id, 7);
  expect((await resumed.next())?.data).toEqual(gatewayOf(plant.id, 7));
  for (const stream of [general, resumed, dropped]) stream.abort();
  const stranger = await createPlant(engines.db);
  expect((await openStream(owner, `safety:${stranger.id}`)).response.status).toBe(404);
});

test("shows an anonymous session a public plant's power, and neither its devices nor its alarms", async () => {
  const visible = await createReportingPlant({ visibility: "public" });
  const stream = await openStream(await createSession(engines.db), `alarms,plant:${visible.id}`);
  expect((await stream.next())?.event).toBe("ready");
  publishUnits(visible.id);
  publishGateway(visible.id, 1);
  publishAlarms(visible.id);
  await reportPower(visible, 7);
  expect((await stream.next())?.data).toMatchObject({ type: "plant", stationId: visible.id, powerW: 7 });
  stream.abort();
});

test("resumes after the last event read, and reports missing events", async () => {
  const first = await openStream(owner, `plant:${plant.id}`);
  await first.next();
  publishGateway(plant.id, 1);
  const last = await first.next();
  first.abort();
  publishGateway(plant.id, 2);
  publishGateway(plant.id, 3);
  const second = await openStream(owner, `plant:${plant.id}`, last?.id);
  expect((await second.next())?.event).toBe("ready");
  expect((await second.next())?.data).toEqual(gatewayOf(plant.id, 2));
  expect((await second.next())?.data).toEqual(gatewayOf(plant.id, 3));
  second.abort();
  const ofAnotherRun = await openStream(owner, `plant:${plant.id}`, "0123456789ab-7");
  expect((await ofAnotherRun.next())?.event).toBe("reset");
  ofAnotherRun.abort();
  for (let power = 0; power < 300; power += 1) publishGateway(plant.id, power);
  const tooLate = await openStream(owner, `plant:${plant.id}`, last?.id);
  expect((await tooLate.next())?.event).toBe("reset");
  tooLate.abort();
});

test("names the topics it cannot resume, and resumes the others", async () => {
  const first = await openStream(owner, `plant:${plant.id}`);
  await first.next();
  publishGateway(plant.id, 1);
  const last = await first.next();
  publishGateway(plant.id, 2);
  const second = await createPlant(engines.db, { ownerId: plant.ownerId });
  const wider = await openStream(owner, `plant:${second.id},plant:${plant.id}`, last?.id);
  expect(await wider.next()).toMatchObject({ event: "reset", data: { topics: [`plant:${second.id}`] } });
  expect((await wider.next())?.data).toEqual(gatewayOf(plant.id, 2));
  first.abort();
  wider.abort();
});

test("closes immediately when the session ends", async () => {
  const stream = await openStream(owner, `plant:${plant.id}`);
  await stream.next();
  await server.call("DELETE", "/auth/logout", { authorization: owner.authorization });
  expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0230" } });
  expect(await stream.next()).toBeUndefined();
});

test("closes immediately when its owner ends the session from another one", async () => {
  const stream = await openStream(owner, `plant:${plant.id}`);
  await stream.next();
  const { authorization } = await createSession(engines.db, { accountId: plant.ownerId });
  await server.call("POST", "/user/sessions/end", { authorization, body: { sessionId: owner.sessionId } });
  expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0230" } });
});

test("closes as soon as a role loses the right to read, or an account is disabled [R4.7]", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  const steppedUpAt = new Date(server.clock.now());
  const { authorization } = await createSession(engines.db, { accountId: root.id, steppedUpAt });
  const { rows } = await sql<{ id: string; revision: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${plant.companyId}, customer_type_id, 'Reader', '{station,station:read}' from roles where code = 'owner'
    returning id, (extract(epoch from updated_at) * 1000000)::bigint::text as revision`.execute(engines.db);
  const role = rows[0] as { id: string; revision: string };
  const openReader = async (options: object) => {
    const { id } = await createAccount(engines.db, { companyId: plant.companyId, ...options });
    const stream = await openStream(await createSession(engines.db, { accountId: id }), "plants");
    await stream.next();
    return { id, stream };
  };
  const [reader, other] = [await openReader({ roleId: role.id }), await openReader({})];
  const send = (path: string, body: object) => server.call("POST", path, { authorization, body });
  const endOf = async ({ stream }: typeof reader, act: () => Promise<unknown>) => {
    await act();
    const since = performance.now();
    expect((await stream.next())?.event).toBe("end");
    return performance.now() - since;
  };
  const { id: roleId, revision } = role;
  const update = { roleId, revision, name: "Reader", permissionIds: ["device:read"] };
  expect(await endOf(reader, () => send("/role/update", update))).toBeLessThan(BEFORE_RECHECK_MS);
  expect(await endOf(other, () => send("/account/disable", { accountId: other.id }))).toBeLessThan(
    BEFORE_RECHECK_MS,
  );
});

test("closes when the reader loses access to the plant", async () => {
  const guest = await createAccount(engines.db);
  const grant = await createGrant(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: plant.ownerId,
  });
  const stream = await openStream(
    await createSession(engines.db, { accountId: guest.id }),
    `plant:${plant.id}`,
  );
  await stream.next();
  await server.call("POST", "/workData/powerStation/shareEnd", {
    authorization: owner.authorization,
    body: { grantId: grant.id },
  });
  expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0404" } });
});

test("closes as soon as the account that shared the plant is cancelled [R6.4, R7.8]", async () => {
  const [giver, guest] = [await createAccount(engines.db), await createAccount(engines.db)];
  const shared = { plantId: plant.id, invitedBy: plant.ownerId };
  const own = await createGrant(engines.db, { ...shared, accountId: giver.id, level: "administrator" });
  const given = await createGrant(engines.db, { ...shared, accountId: guest.id, level: "participant" });
  await sql`update plant_grants set given_under = ${own.id} where id = ${given.id}`.execute(engines.db);
  const session = await createSession(engines.db, { accountId: guest.id });
  const stream = await openStream(session, `plant:${plant.id}`);
  await stream.next();
  const steppedUpAt = new Date(server.clock.now());
  const { authorization } = await createSession(engines.db, { accountId: giver.id, steppedUpAt });
  const { envelope } = await server.call("POST", "/user/logoff", { authorization, body: {} });
  expect(envelope.code).toBe("0");
  const since = performance.now();
  expect(await stream.next()).toMatchObject({ event: "end", data: { code: "A0404" } });
  expect(performance.now() - since).toBeLessThan(BEFORE_RECHECK_MS);
});

test("sends a plant's events only while the plant is shared [R6.4]", async () => {
  const guest = await createAccount(engines.db);
  const { id: grantId } = await createInvitation(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    invitedBy: plant.ownerId,
  });
  const own = await createPlant(engines.db, { ownerId: guest.id });
  const session = await createSession(engines.db, { accountId: guest.id });
  const stream = await openStream(session, "alarms");
  await stream.next();
  await server.call("POST", "/workData/powerStation/shareAnswer", {
    authorization: session.authorization,
    body: { grantId, accept: true },
  });
  // The access check runs in parallel with the response, so events sent before it ends may be missed.
  let seen: unknown;
  while (seen === undefined) {
    publishAlarms(plant.id);
    publishAlarms(own.id);
    const { data } = (await stream.next()) as { data: { stationId: string } };
    if (data.stationId === plant.id) seen = data;
  }
  expect(seen).toMatchObject({ stationId: plant.id });
  stream.abort();
});

test("removes parts that are hidden from the plant's participants [R6.7]", async () => {
  const guest = await createAccount(engines.db);
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: plant.ownerId,
  });
  const settings = JSON.stringify({ jump: "overview", participantSees: ["alarms"] });
  await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(engines.db);
  const stream = await openStream(
    await createSession(engines.db, { accountId: guest.id }),
    `plant:${plant.id}`,
  );
  await stream.next();
  server.bus.publish(`plant.${plant.id}.units`, { type: "units", stationId: plant.id, units: [] });
  server.services.plantLive.notifyEnergyChanged(plant.id);
  const message = await stream.next();
  expect(message?.data).toMatchObject({ type: "plant", stationId: plant.id });
  expect(message?.data).not.toHaveProperty("energyTodayWh");
  stream.abort();
});

test("refuses topics it does not know, more than twenty of them, and more than ten streams of one session", async () => {
  const statusOf = async (topics: string) => (await openStream(owner, topics)).response.status;
  for (const topics of ["", "everything", "plant:1", "plants,plant:*"])
    expect(await statusOf(topics)).toBe(400);
  const many = Array.from({ length: 21 }, () => `plant:${crypto.randomUUID()}`).join();
  expect(await statusOf(many)).toBe(400);
  const open = [];
  for (let stream = 0; stream < 10; stream += 1) open.push(await openStream(owner, "plants"));
  expect((await openStream(owner, "plants")).response.status).toBe(429);
  for (const stream of open) stream.abort();
});

test("disconnects only clients that do not read", async () => {
  const lively = await openStream(owner, `plant:${plant.id}`);
  await lively.next();
  const { port } = server.app.server.address() as AddressInfo;
  const sleeper = connect(port, "127.0.0.1");
  const isDropped = new Promise<void>((resolve) => sleeper.on("close", () => resolve()));
  sleeper.on("error", () => {});
  sleeper.write(
    `GET /api/events?topics=plant:${plant.id} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.authorization}\r\n\r\n`,
  );
  await new Promise((resolve) => sleeper.once("data", resolve));
  sleeper.pause();
  const note = "x".repeat(200_000);
  for (let message = 0; message < 60; message += 1) {
    server.bus.publish(`plant.${plant.id}.units`, { type: "units", stationId: plant.id, units: [], note });
    expect((await lively.next())?.event).toBe("message");
  }
  sleeper.resume();
  await isDropped;
  publishGateway(plant.id, 9);
  expect((await lively.next())?.data).toEqual(gatewayOf(plant.id, 9));
  lively.abort();
});

test("ends every stream when the server stops", async () => {
  const stopping = await createTestApp(engines);
  await stopping.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = stopping.app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/events?topics=plants`, {
    headers: { authorization: owner.authorization },
  });
  const text = response.text().catch(() => "cut");
  await stopping.close();
  expect(await text).toBe("cut");
});

import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, messages } from "@heliograph/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSamples } from "../../test/access-samples.ts";
import type { TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import { createAccount, createPlant, createSession, ensurePlatform } from "../../test/fixtures.ts";
import { inHours, startPopUp, switchPopUp } from "../../test/maintenance.ts";

// Calls available during maintenance, copied from the domain (Maintenance pop-ups), not from the code.
const answering = [
  "DELETE /auth/logout",
  "GET /events",
  "GET /health/live",
  "GET /health/ready",
  "GET /permission/checkStationOp",
  "GET /permission/getPermission",
  "GET /system/config/get",
  "GET /system/maintenance/current",
  "GET /user/isAnonymous",
  "GET /user/isSuper",
  "GET /workData/powerStation/detail",
  "GET /workData/powerStation/list",
  "GET /workData/powerStation/operation",
  "GET /workData/powerStation/operation/list",
  "POST /public/responder",
  "POST /token/anonymous",
  "POST /token/login",
  "POST /token/passkey",
  "POST /token/passkey/begin",
  "POST /token/refresh",
  "POST /token/secondFactor",
  "POST /token/ticket",
  "POST /workData/powerStation/keepShut",
  "POST /workData/powerStation/operationReason",
  "POST /workData/powerStation/urgentStop",
];

let engines: TestEngines;
let server: TestApp;
let root: string;
let administrator: string;
let stationId: string;
let web: string;
let app: string;
let visitor: string;

/** Sessions started by sign-in, which sets their endpoint. */
async function signIn(path: string, body: object): Promise<string> {
  const { envelope } = await server.call("POST", path, { body });
  return `Bearer ${envelope.data.access_token}`;
}

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  const { db } = engines;
  server = await createTestApp(engines);
  const { companyId } = await ensurePlatform(db);
  const ofRole = async (roleCode: string) => {
    const { id: accountId } = await createAccount(db, { companyId, roleCode });
    return (await createSession(db, { accountId })).authorization;
  };
  root = await ofRole("ROOT");
  administrator = await ofRole("platform-administrator");
  const password = "Blue-roof-77";
  const owner = await createAccount(db, { password });
  stationId = (await createPlant(db, { ownerId: owner.id })).id;
  web = await signIn("/token/login", { account: owner.email, password, endpoint: "WEB" });
  app = await signIn("/token/login", { account: owner.email, password, endpoint: "APP" });
  visitor = await signIn("/token/anonymous", { endpoint: "APP" });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

let running: { maintenanceId: string; version: number }[] = [];
const stop = async (change: object = {}) => {
  running.push(await startPopUp(server, root, { ...change }));
};
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  for (const each of running)
    await server.call("POST", "/system/maintenance/delete", { authorization: root, body: each });
});

const home = async (authorization: string | undefined, of: TestApp = server) =>
  (await of.call("GET", "/index/overview", { authorization })).envelope.code;
const codes = async () => [await home(web), await home(app), await home(visitor)];

test("stops the sessions of its endpoint only, and both when both run [R1.12]", async () => {
  expect(await codes()).toEqual(["0", "0", "0"]);
  await stop({ kind: "web" });
  expect(await codes()).toEqual(["B0100", "0", "0"]);
  await stop({ kind: "app" });
  expect(await codes()).toEqual(["B0100", "B0100", "B0100"]);
  const [first] = running;
  await server.call("POST", "/system/maintenance/delete", { authorization: root, body: first });
  running = running.slice(1);
  expect(await codes()).toEqual(["0", "B0100", "B0100"]);
});

test("responds with 503 B0100 in the caller's language and a time to retry", async () => {
  await stop();
  for (const [language, texts] of Object.entries(messages)) {
    const { statusCode, envelope, headers } = await server.call("GET", "/index/overview", {
      authorization: web,
      headers: { "accept-language": language },
    });
    expect([statusCode, envelope, headers["retry-after"]]).toEqual([
      503,
      { code: "B0100", data: null, msg: texts["code.B0100"], status: 503 },
      "3600",
    ]);
  }
});

test("lets super users pass, and no other users, whatever their permissions [R1.12]", async () => {
  await stop();
  expect([await home(root), await home(administrator)]).toEqual(["0", "B0100"]);
  const { envelope } = await server.call("GET", "/system/maintenance/list", { authorization: administrator });
  expect(envelope.code).toBe("B0100");
});

test("excepts exactly the calls that the domain names and the contract declares", async () => {
  const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
  expect(
    allEndpoints
      .filter(({ duringMaintenance }) => duringMaintenance)
      .map(named)
      .sort(),
  ).toEqual(answering);
  await stop();
  const samples = createSamples();
  for (const endpoint of allEndpoints) {
    if (endpoint.responseType === "stream" || endpoint.path === "/auth/logout") continue;
    const { query, body } = samples.get(endpoint)?.() ?? {};
    const input = { query: query && { ...query, ...("stationId" in query && { stationId }) }, body };
    const { envelope } = await server.call(endpoint.method, endpoint.path, { ...input, authorization: web });
    const isStopped = envelope.code === "B0100";
    // A call without permission may also be refused by the access check.
    expect([named(endpoint), isStopped]).toEqual([named(endpoint), !answering.includes(named(endpoint))]);
  }
});

test("keeps sign-in, permissions, plants and sign-out available", async () => {
  await stop();
  const ask = async (method: "GET" | "POST" | "DELETE", path: string, options: object) =>
    (await server.call(method, path, options)).envelope.code;
  const fresh = await signIn("/token/anonymous", { endpoint: "WEB" });
  expect(await home(fresh)).toBe("B0100");
  expect(await ask("GET", "/user/isSuper", { authorization: fresh })).toBe("0");
  expect(await ask("GET", "/permission/getPermission", { authorization: web })).toBe("0");
  expect(await ask("GET", "/workData/powerStation/list", { authorization: web })).toBe("0");
  expect(
    await ask("GET", "/workData/powerStation/detail", { authorization: web, query: { stationId } }),
  ).toBe("0");
  expect(await ask("DELETE", "/auth/logout", { authorization: fresh })).toBe("0");
  // Calls without a valid session are refused as usual.
  expect([await home(undefined), await home("Bearer nonsense")]).toEqual(["A0230", "A0230"]);
});

test("begins and ends automatically at the exact time", async () => {
  await stop({
    previewAt: inHours(server, 0),
    serviceStopAt: inHours(server, 0.1),
    serviceRestartAt: inHours(server, 0.2),
  });
  const start = server.clock.now();
  const at = async (hours: number) => {
    server.clock.set(start + hours * 3_600_000);
    return await home(web);
  };
  expect([await at(0.0999), await at(0.1), await at(0.1999), await at(0.2)]).toEqual([
    "0",
    "B0100",
    "B0100",
    "0",
  ]);
});

test("applies to every process, immediately over the bus and within two seconds without", async () => {
  const other = await createTestApp({ ...engines, startAt: server.clock.now() });
  try {
    expect(await home(web, other)).toBe("0");
    await stop();
    const [started] = running as [{ maintenanceId: string; version: number }];
    expect(await home(web)).toBe("B0100");
    // These two share no bus: the other one caches the state for two seconds.
    other.clock.advance(2_000);
    expect(await home(web, other)).toBe("B0100");
    await switchPopUp(server, root, { ...started, isOn: false });
    running = [{ ...started, version: started.version + 1 }];
    expect(await home(web)).toBe("0");
    other.bus.publish("system.maintenance", {});
    expect(await home(web, other)).toBe("0");
  } finally {
    await other.close();
  }
});

test("queries the database at most once in two seconds, however many calls there are", async () => {
  let asked = 0;
  const counting = engines.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes("from maintenance_pop_ups")) asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const other = await createTestApp({ ...engines, db: counting, startAt: server.clock.now() });
  try {
    const many = async () => await Promise.all(Array.from({ length: 40 }, () => home(web, other)));
    await many();
    other.clock.advance(1_999);
    await many();
    expect(asked).toBe(1);
    other.clock.advance(1);
    await many();
    expect(asked).toBe(2);
  } finally {
    await other.close();
  }
});

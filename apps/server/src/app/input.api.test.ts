import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import { createAccount, createPlant, createSession } from "../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let authorization: string;
let stationId: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
  const owner = await createAccount(engines.db, { roleCode: "ROOT" });
  ({ authorization } = await createSession(engines.db, { accountId: owner.id }));
  stationId = (await createPlant(engines.db, { ownerId: owner.id, latitude: 45, longitude: 7 })).id;
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

const station = {
  name: "Roof",
  installedCapacityKwp: 8,
  gridConnectionDate: "2024-05-01",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  tariff: { method: "fixed", price: "0.25" },
  personInCharge: "Ana",
  phone: "+49 30 123456",
};

const get = (path: string, query: object) => server.call("GET", `/workData${path}`, { authorization, query });
const add = (change: object) =>
  server.call("POST", "/workData/powerStation/add", { authorization, body: { ...station, ...change } });

test("names the field of a value that cannot be stored, instead of failing", async () => {
  const login = { account: "ida\0@example.org", password: "Blue-roof-77", endpoint: "WEB" };
  const responses = {
    account: [await server.call("POST", "/token/login", { body: login })],
    search: [
      await get("/powerStation/list", { search: "\0" }),
      await get("/device/list", { search: "a\0b" }),
    ],
    day: await Promise.all(
      ["0000-01-01", "0001-01-01", "9999-12-31"].map((day) => get("/powerStation/curve", { stationId, day })),
    ),
    period: [
      await get("/powerStation/energy", { stationId, by: "day", period: "9999-12" }),
      await get("/powerStation/energy", { stationId, by: "month", period: "9999" }),
    ],
    gridConnectionDate: await Promise.all(
      ["0000-01-01", "9999-12-31"].map((gridConnectionDate) => add({ gridConnectionDate })),
    ),
    installedCapacityKwp: await Promise.all(
      [1e-300, 1e-8].map((installedCapacityKwp) => add({ installedCapacityKwp })),
    ),
  };
  for (const [path, refused] of Object.entries(responses))
    for (const { envelope } of refused)
      expect([envelope.code, envelope.data?.fields]).toEqual([
        "A0400",
        [{ path, message: expect.any(String) }],
      ]);
});

test("accepts the minimum and maximum of each range", async () => {
  for (const day of ["1970-01-01", "2199-12-31"])
    expect((await get("/powerStation/curve", { stationId, day })).envelope.code).toBe("0");
  for (const query of [
    { by: "day", period: "1971-01" },
    { by: "day", period: "2199-12" },
    { by: "month", period: "2199" },
  ])
    expect((await get("/powerStation/energy", { stationId, ...query })).envelope.code).toBe("0");
  expect((await add({ installedCapacityKwp: 0.001 })).envelope.code).toBe("0");
  for (const gridConnectionDate of ["1970-01-01", "2199-12-31"]) {
    const added = (await add({ gridConnectionDate })).envelope.data;
    const detail = await get("/powerStation/detail", { stationId: added.stationId });
    expect(detail.envelope.data.gridConnectionDate).toBe(gridConnectionDate);
  }
});

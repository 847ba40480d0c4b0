import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function createPublicPlant() {
  const name = `Public ${randomUUID()}`;
  const plant = await createPlant(engines.db, {
    name,
    visibility: "public",
    latitude: 52.5163,
    longitude: 13.3777,
  });
  const pictureId = randomUUID();
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, claimed_at)
    values (${pictureId}, 'plant', 'image/webp', 1, 1, 1, now())`.execute(engines.db);
  await sql`
    update plants set address = '1 Sun Street', phone = '+49 30 1', email = 'plant@example.org', person_in_charge = 'Ana',
      installer = 'Roof & Co', investment_amount = 9000, picture_id = ${pictureId} where id = ${plant.id}`.execute(
    engines.db,
  );
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  return { ...plant, gateway };
}

async function startAnonymous(): Promise<string> {
  const { envelope } = await server.call("POST", "/token/anonymous", { body: { endpoint: "WEB" } });
  return `Bearer ${envelope.data.access_token}`;
}

const get = (authorization: string | undefined, path: string, query: object = {}) =>
  server.call("GET", path, { authorization, query });

test("lists public plants with name, power, energy and a rounded location, and no other field [R7.3]", async () => {
  const plant = await createPublicPlant();
  const concealed = await createPlant(engines.db, { name: plant.name });
  const account = await createAccount(engines.db);
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  // An account gets the same fields here as an anonymous session.
  for (const caller of [await startAnonymous(), authorization]) {
    const { envelope } = await get(caller, "/public/stations", { search: plant.name });
    expect(envelope.data).toEqual({
      total: 1,
      rows: [
        {
          stationId: plant.id,
          name: plant.name,
          status: "waiting",
          isAsleep: false,
          powerW: null,
          installedCapacityKwp: 10,
          energyTodayKwh: 0,
          energyTotalKwh: 0,
          isUpdating: false,
          latitude: 52.5,
          longitude: 13.4,
          updatedAt: null,
        },
      ],
    });
    expect(JSON.stringify(envelope)).not.toContain(concealed.id);
  }
  expect((await get(undefined, "/public/stations")).envelope.code).toBe("A0230");
});

test("returns nothing about persons, money, devices or the exact location to an anonymous session [R7.3]", async () => {
  const plant = await createPublicPlant();
  const token = await startAnonymous();
  const { envelope } = await get(token, "/workData/powerStation/detail", { stationId: plant.id });
  expect(envelope.data).toMatchObject({
    latitude: 52.5,
    longitude: 13.4,
    pictureId: null,
    gatewayCount: null,
    onlineGatewayCount: null,
    unitCount: null,
    jump: "overview",
    jumpAddress: null,
    participantSees: null,
    hiddenParts: ["earnings", "layout", "devices", "alarms", "contacts"],
  });
  const responses = [envelope];
  const stationId = plant.id;
  for (const [path, query] of [
    ["/workData/powerStation/list", { search: plant.name }],
    ["/workData/powerStation/curve", { stationId, day: "2026-05-01" }],
    ["/workData/powerStation/energy", { stationId, by: "year" }],
    ["/index/overview", {}],
    ["/public/stations", { search: plant.name }],
    ["/permission/checkStationOp", { stationId }],
  ] as const)
    responses.push((await get(token, path, query)).envelope);
  expect(responses.map(({ code }) => code)).toEqual(responses.map(() => "0"));
  const said = JSON.stringify(responses);
  for (const secret of [
    "1 Sun Street",
    "+49 30 1",
    "plant@example.org",
    "Ana",
    "Roof & Co",
    // With its quotes: the digits alone may be part of an id.
    '"9000"',
    "0.25",
    "52.51",
    plant.ownerId,
    plant.companyId,
    plant.gateway.sn,
    plant.gateway.id,
  ])
    expect({ secret, isSaid: said.includes(secret) }).toEqual({ secret, isSaid: false });
});

test("limits the calls of an anonymous session per minute [R7.3]", async () => {
  const [token, other] = [await startAnonymous(), await startAnonymous()];
  const ask = async (by: string) => (await get(by, "/user/isAnonymous")).envelope.code;
  for (let call = 0; call < 240; call += 1) expect(await ask(token)).toBe("0");
  const refused = await get(token, "/user/isAnonymous");
  expect(refused.envelope.code).toBe("A0501");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await ask(other)).toBe("0");
  server.clock.advance(60_000);
  expect(await ask(token)).toBe("0");
});

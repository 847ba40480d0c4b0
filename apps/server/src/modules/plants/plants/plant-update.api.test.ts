import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
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
} from "../../../../test/fixtures.ts";
import { writePlantDays } from "../../../../test/metering.ts";

// Noon in UTC, and in Auckland already the next day.
const NOW = Date.parse("2026-06-21T13:00:00Z");
const [TODAY, YESTERDAY, TOMORROW] = ["2026-06-22", "2026-06-21", "2026-06-23"];

let engines: TestEngines;
let server: TestApp;
let plant: Awaited<ReturnType<typeof createPlant>>;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: NOW });
});
afterAll(async () => {
  server.services.plantLive.stop();
  await server.close();
  await engines.close();
});
beforeEach(async () => {
  const owner = await createAccount(engines.db);
  plant = await createPlant(engines.db, {
    ownerId: owner.id,
    timeZone: "Pacific/Auckland",
    currency: "NZD",
    latitude: -36.8,
    longitude: 174.8,
    gridConnectionDate: "2024-05-01",
  });
  ({ authorization } = await createSession(engines.db, { accountId: owner.id }));
});

async function detail(who = authorization) {
  const { envelope } = await server.call("GET", "/workData/powerStation/detail", {
    authorization: who,
    query: { stationId: plant.id },
  });
  return envelope.data;
}

async function update(changes: object, who = authorization) {
  const { revision } = await detail();
  const { envelope } = await server.call("POST", "/workData/powerStation/update", {
    authorization: who,
    body: { stationId: plant.id, revision, ...changes },
  });
  return envelope;
}

const pathsOf = (envelope: { data: { fields: { path: string }[] } }) =>
  envelope.data.fields.map(({ path }) => path);

async function tariffs() {
  const { envelope } = await server.call("GET", "/workData/powerStation/tariffs", {
    authorization,
    query: { stationId: plant.id },
  });
  return envelope.data.rows as { validFrom: string; tariff: { price?: string }; isInForce: boolean }[];
}

async function audits() {
  const { rows } = await sql<{ type: string; original: object; new: object }>`
    select type, original, new from audit where plant_id = ${plant.id} order by at`.execute(engines.db);
  return rows;
}

test("changes what was sent and nothing else, and records original and new value [R3.8, R3.14]", async () => {
  const before = await detail();
  const changed = await update({
    name: "Roof B",
    installedCapacityKwp: 12.345,
    installer: "Sun & Co",
    email: "roof-b@example.org",
    investmentAmount: "15000.50",
    address: "1 Sun Street",
    visibility: "public",
  });
  expect(changed.code).toBe("0");
  const after = await detail();
  expect(after).toEqual({
    ...before,
    name: "Roof B",
    installedCapacityKwp: 12.345,
    installer: "Sun & Co",
    email: "roof-b@example.org",
    investmentAmount: "15000.50",
    address: "1 Sun Street",
    visibility: "public",
    revision: changed.data.revision,
  });
  expect(after.revision).not.toBe(before.revision);
  expect(await audits()).toEqual([
    {
      type: "station.update",
      original: {
        name: plant.name,
        installedCapacityKwp: 10,
        installer: "",
        email: "",
        investmentAmount: null,
        address: "",
        visibility: "concealed",
      },
      new: {
        name: "Roof B",
        installedCapacityKwp: 12.345,
        installer: "Sun & Co",
        email: "***",
        investmentAmount: "15000.50",
        address: "***",
        visibility: "public",
      },
    },
  ]);
});

test("clears place and investment with null, the place only as a whole", async () => {
  await update({ investmentAmount: "100" });
  expect(pathsOf(await update({ latitude: null }))).toEqual(["latitude"]);
  expect((await update({ latitude: null, longitude: null, investmentAmount: null })).code).toBe("0");
  expect(await detail()).toMatchObject({ latitude: null, longitude: null, investmentAmount: null });
  expect(pathsOf(await update({ longitude: 10 }))).toEqual(["latitude"]);
});

test("refuses wrong values with an error at the field, and fields that cannot be edited here [R5.24]", async () => {
  expect(
    pathsOf(await update({ name: " ", phone: "12", email: "x", installedCapacityKwp: 0 })).sort(),
  ).toEqual(["email", "installedCapacityKwp", "name", "phone"]);
  // A form sends 1.5 for "1,5".
  for (const installedCapacityKwp of [1e9, -1, "1,5"])
    expect(pathsOf(await update({ installedCapacityKwp }))).toEqual(["installedCapacityKwp"]);
  expect(pathsOf(await update({ meteringLevel: "string", ownerId: plant.ownerId })).sort()).toEqual([
    "meteringLevel",
    "ownerId",
  ]);
  expect(await audits()).toEqual([]);
});

test("accepts only one of two concurrent edits, and reports a conflict to the other", async () => {
  const { revision } = await detail();
  const save = (name: string) =>
    server.call("POST", "/workData/powerStation/update", {
      authorization,
      body: { stationId: plant.id, revision, name },
    });
  const responses = await Promise.all([save("One"), save("Two")]);
  expect(responses.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0440"]);
  const refused = responses.find(({ envelope }) => envelope.code === "A0440");
  expect(refused?.envelope.msg).toMatch(/^Someone else has changed this/);
  expect(await audits()).toHaveLength(1);
});

test("writes nothing when no value has changed", async () => {
  await update({ investmentAmount: "100" });
  const { revision } = await detail();
  const same = await update({
    name: plant.name,
    investmentAmount: "100.00",
    tariff: { method: "fixed", price: "0.2500" },
  });
  expect(same.data.revision).toBe(revision);
  expect(await audits()).toHaveLength(1);
  expect(await tariffs()).toHaveLength(1);
});

test("stores a changed price as a tariff valid since the plant's current day; earlier days keep theirs [R3.8]", async () => {
  await update({ tariff: { method: "fixed", price: "0.5" } });
  expect(await tariffs()).toEqual([
    { validFrom: TODAY, tariff: { method: "fixed", price: "0.5" }, isInForce: true },
    { validFrom: "2024-05-01", tariff: { method: "fixed", price: "0.25" }, isInForce: false },
  ]);
  expect((await detail()).tariff).toEqual({ method: "fixed", price: "0.5" });
  await update({ tariff: { method: "fixed", price: "0.6" } });
  expect((await tariffs()).map(({ validFrom, tariff }) => [validFrom, tariff.price])).toEqual([
    [TODAY, "0.6"],
    ["2024-05-01", "0.25"],
  ]);
  expect((await audits()).at(-1)).toMatchObject({
    original: { tariff: { validFrom: TODAY, tariff: { price: "0.5" } } },
    new: { tariff: { validFrom: TODAY, tariff: { price: "0.6" } } },
  });
});

test("refuses a price that cannot be stored", async () => {
  expect(pathsOf(await update({ tariff: { method: "fixed", price: "1000000" } }))).toEqual(["tariff.price"]);
  expect((await update({ tariff: { method: "fixed", price: "999999.999999" } })).code).toBe("0");
  expect((await tariffs())[0]?.tariff.price).toBe("999999.999999");
});

test("accepts a tariff for a later day, valid since that day, and none for a past day", async () => {
  const periods = [{ start: "08:00", end: "18:00", price: "0.9" }];
  expect((await update({ tariff: { method: "time", periods }, tariffFrom: TOMORROW })).code).toBe("0");
  expect((await tariffs()).map(({ isInForce }) => isInForce)).toEqual([false, true]);
  expect((await detail()).tariff).toEqual({ method: "fixed", price: "0.25" });
  const past = await update({ tariff: { method: "fixed", price: "9" }, tariffFrom: YESTERDAY });
  expect(past.data.fields).toEqual([
    {
      path: "tariffFrom",
      message: "Select today or a later day, or choose to recalculate past earnings.",
    },
  ]);
  expect(pathsOf(await update({ tariffFrom: TOMORROW }))).toEqual(["tariff"]);
  const overlapping = [...periods, { start: "17:00", end: "19:00", price: "1" }];
  expect(pathsOf(await update({ tariff: { method: "time", periods: overlapping } }))).toEqual([
    "tariff.periods.1.start",
  ]);
  server.clock.advance(24 * 3_600_000);
  expect((await detail()).tariff).toEqual({ method: "time", periods });
  server.clock.set(NOW);
});

test("accepts a tariff for a past day where past earnings are to change, since the first price and not before", async () => {
  const tariff = { method: "fixed", price: "0.5" };
  const early = await update({ tariff, tariffFrom: "2024-04-30", revaluesPast: true });
  expect(early.data.fields).toEqual([
    { path: "tariffFrom", message: "Select a day from 2024-05-01, on which the first price starts." },
  ]);
  expect((await update({ tariff, tariffFrom: YESTERDAY, revaluesPast: true })).code).toBe("0");
  expect((await tariffs()).map(({ validFrom, tariff: { price } }) => [validFrom, price])).toEqual([
    [YESTERDAY, "0.5"],
    ["2024-05-01", "0.25"],
  ]);
  expect((await detail()).tariff).toEqual(tariff);
  expect((await audits()).at(-1)?.new).toEqual({
    tariff: { validFrom: YESTERDAY, tariff },
    revaluesPast: true,
  });
  expect((await update({ tariff: { method: "fixed", price: "0.6" }, revaluesPast: true })).code).toBe("0");
  expect((await audits()).at(-1)?.new).toEqual({
    tariff: { validFrom: TODAY, tariff: { method: "fixed", price: "0.6" } },
  });
});

test("accepts a tariff up to 366 days after the plant's current day, and none later", async () => {
  const tariff = { method: "fixed", price: "0.5" };
  expect((await update({ tariff, tariffFrom: "2027-06-23" })).code).toBe("0");
  const refused = await update({ tariff: { method: "fixed", price: "0.6" }, tariffFrom: "2027-06-24" });
  expect(refused.data.fields).toEqual([
    { path: "tariffFrom", message: "Prices can be set at most 366 days ahead." },
  ]);
  expect(await tariffs()).toHaveLength(2);
});

test("limits a plant to 200 tariffs, of which those not expired can still be changed", async () => {
  await sql`
    insert into tariffs (plant_id, valid_from, method, price)
    select ${plant.id}, '2026-06-23'::date + step, 'fixed', step from generate_series(0, 197) step`.execute(
    engines.db,
  );
  expect((await update({ tariff: { method: "fixed", price: "0.5" } })).code).toBe("0");
  expect(await tariffs()).toHaveLength(200);
  expect((await detail()).tariff).toEqual({ method: "fixed", price: "0.5" });
  const tariff = { method: "fixed", price: "900" };
  const refused = await update({ tariff, tariffFrom: "2027-01-31" });
  expect(refused.data.fields).toEqual([
    {
      path: "tariffFrom",
      message: "A plant can have at most 200 prices over time. Select a day on which one of them starts.",
    },
  ]);
  expect((await update({ tariff, tariffFrom: TOMORROW })).code).toBe("0");
  const after = await tariffs();
  expect(after).toHaveLength(200);
  expect(after.at(-3)).toEqual({ validFrom: TOMORROW, tariff, isInForce: false });
});

test("shows the first tariff while none has begun, and only the one in force after that", async () => {
  await sql`update tariffs set valid_from = '2026-07-01' where plant_id = ${plant.id}`.execute(engines.db);
  await update({ tariff: { method: "fixed", price: "0.7" }, tariffFrom: "2026-08-01" });
  expect((await detail()).tariff).toEqual({ method: "fixed", price: "0.25" });
  expect((await tariffs()).map(({ isInForce }) => isInForce)).toEqual([false, true]);
});

test("keeps the grid connection date once a device was added, and the currency once energy was measured; then another time zone needs its day", async () => {
  expect((await detail()).fixedFields).toEqual([]);
  expect((await update({ gridConnectionDate: "2024-04-01", currency: "EUR" })).code).toBe("0");
  expect((await tariffs()).map(({ validFrom }) => validFrom)).toEqual(["2024-04-01"]);
  await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await writePlantDays(engines, plant.key, { [YESTERDAY]: 1000 });
  await server.services.metering.recountEnergies([plant.key]);
  expect((await detail()).fixedFields).toEqual(["gridConnectionDate", "currency"]);
  const refused = await update({
    gridConnectionDate: "2024-06-01",
    currency: "USD",
    timeZone: "UTC",
    name: "Other",
  });
  expect(pathsOf(refused)).toEqual(["gridConnectionDate", "currency", "timeZoneFrom"]);
  expect((await update({ gridConnectionDate: "2024-04-01", currency: "EUR", name: "Other" })).code).toBe("0");
});

test("requires administration of the plant and the permission to edit plants; a price requires the one to set tariffs [R6.9, R6.12]", async () => {
  const grant = async (level: "participant" | "administrator", roleCode: string) => {
    const guest = await createAccount(engines.db, { roleCode });
    await createGrant(engines.db, {
      plantId: plant.id,
      accountId: guest.id,
      level,
      invitedBy: plant.ownerId,
    });
    return (await createSession(engines.db, { accountId: guest.id })).authorization;
  };
  expect((await update({ name: "No" }, await grant("participant", "owner"))).code).toBe("A0300");
  expect((await update({ name: "No" }, await grant("administrator", "family"))).code).toBe("A0300");
  expect((await update({ name: "Yes" }, await grant("administrator", "owner"))).code).toBe("0");
  const editors = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${plant.companyId}, customer_type_id, 'Editor', '{station,station:read,station:edit}' from roles where code = 'owner'
    returning id`.execute(engines.db);
  const editor = await createAccount(engines.db, {
    companyId: plant.companyId,
    roleId: (editors.rows[0] as { id: string }).id,
  });
  const session = await createSession(engines.db, { accountId: editor.id });
  expect(await detail()).toMatchObject({ mayEdit: true });
  expect(await detail(await grant("participant", "owner"))).toMatchObject({ mayEdit: false });
  expect(await detail(await grant("administrator", "family"))).toMatchObject({ mayEdit: false });
  expect((await update({ name: "Fine" }, session.authorization)).code).toBe("0");
  expect((await update({ tariff: { method: "fixed", price: "1" } }, session.authorization)).code).toBe(
    "A0300",
  );
});

test("notifies subscribers of the plant immediately", async () => {
  const { promise, resolve } = Promise.withResolvers();
  onTestFinished(server.services.plantLive.watch(plant.id, resolve));
  await update({ name: "Renamed" });
  expect(await promise).toMatchObject({ type: "plant", stationId: plant.id });
});

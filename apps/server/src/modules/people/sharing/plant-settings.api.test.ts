import type { PlantPart } from "@heliograph/contract";
import { plantPart } from "@heliograph/contract";
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
} from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let participant: Person;
let administrator: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;
let unit: { id: string };

type Person = Awaited<ReturnType<typeof createPerson>>;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

beforeEach(async () => {
  owner = await createPerson();
  plant = await createPlant(engines.db, { ownerId: owner.id, latitude: 52.5, longitude: 13.4 });
  await sql`
    update plants set phone = '+49 30 1', email = 'plant@example.org', investment_amount = 9000 where id = ${plant.id}`.execute(
    engines.db,
  );
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  unit = await createDevice(engines.db, {
    type: "OPT",
    plantId: plant.id,
    parentId: gateway.id,
    slotLabel: "Roof7",
  });
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    values (${plant.id}, ${unit.id}, 'device', 'event-7', 'alarm', now(), now())`.execute(engines.db);
  participant = await shareWith("participant");
  administrator = await shareWith("administrator");
});

async function createPerson() {
  const account = await createAccount(engines.db);
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

async function shareWith(level: "participant" | "administrator"): Promise<Person> {
  const person = await createPerson();
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: person.id,
    level,
    mayOperate: true,
    invitedBy: owner.id,
  });
  return person;
}

const get = (person: Person, path: string, query: object = {}) =>
  server.call("GET", path, { authorization: person.authorization, query });
const change = (person: Person, body: object) =>
  server.call("POST", "/workData/powerStation/settings", {
    authorization: person.authorization,
    body: { stationId: plant.id, jump: "overview", participantSees: plantPart.options, ...body },
  });
const hide = (...parts: PlantPart[]) =>
  change(owner, { participantSees: plantPart.options.filter((part) => !parts.includes(part)) });
const detailOf = async (person: Person) =>
  (await get(person, "/workData/powerStation/detail", { stationId: plant.id })).envelope.data;
const codeOf = async (response: ReturnType<typeof get>) => (await response).envelope.code;

const station = (name: string) => `/workData/powerStation/${name}`;

/** Parts of the plant that are shown: by calls that succeed or, for lists of all plants, by their content. */
async function listShown(person: Person): Promise<PlantPart[]> {
  const stationId = plant.id;
  const detail = await detailOf(person);
  const devices = await get(person, "/workData/device/list", { stationId });
  const label = devices.envelope.data.rows.find(
    ({ deviceId }: { deviceId: string }) => deviceId === unit.id,
  )?.slotLabel;
  const warnings = (await get(person, "/index/warningCount")).envelope.data;
  const overview = (await get(person, "/index/overview")).envelope.data;
  const row = (await get(person, station("list"))).envelope.data.rows[0];
  const seen: Record<PlantPart, unknown[]> = {
    energy: [
      detail.energyTodayKwh,
      detail.energyTotalKwh,
      detail.coverageToday,
      row.energyYearKwh,
      await find(get(person, station("energy"), { stationId, by: "year" })),
      await find(get(person, station("curve"), { stationId, day: "2026-05-01" })),
    ],
    earnings: [
      detail.tariff,
      detail.investmentAmount,
      await find(get(person, station("tariffs"), { stationId })),
    ],
    layout: [label === undefined || label === "" ? null : label],
    devices: [
      detail.unitCount,
      detail.gatewayCount,
      detail.onlineGatewayCount,
      devices.envelope.data.total === 2 ? true : null,
      await find(get(person, "/workData/device/detail", { deviceId: unit.id })),
      await find(get(person, "/workData/device/rejected", { deviceId: unit.id })),
    ],
    alarms: [warnings || null, overview.unresolvedAlarms || null],
    contacts: [
      detail.email,
      detail.phone,
      detail.personInCharge,
      detail.installer,
      detail.address,
      detail.ownerId,
      detail.ownerName,
      detail.companyName,
    ],
  };
  return plantPart.options.filter((part) => {
    const isSeen = seen[part].map((value) => value !== null && value !== undefined);
    // All of a part or nothing of it.
    expect({ part, isSeen: new Set(isSeen).size }).toEqual({ part, isSeen: 1 });
    return isSeen[0];
  });
}

async function find(response: ReturnType<typeof get>): Promise<unknown> {
  const { envelope } = await response;
  expect(["0", "A0300"]).toContain(envelope.code);
  return envelope.code === "0" ? envelope.data : null;
}

test("shows participants everything by default", async () => {
  expect(await listShown(participant)).toEqual(plantPart.options);
});

test.each(plantPart.options)(
  "hides %s from participants on the plant's page, in lists and in totals, and from no other user [R6.7]",
  async (part) => {
    expect((await hide(part)).envelope).toMatchObject({ code: "0", msg: "The settings have been saved." });
    // Hiding devices also hides their places on the roof.
    const gone = part === "devices" ? ["devices", "layout"] : [part];
    const rest = plantPart.options.filter((each) => !gone.includes(each));
    expect(await listShown(participant)).toEqual(rest);
    for (const person of [owner, administrator]) expect(await listShown(person)).toEqual(plantPart.options);
    expect((await detailOf(participant)).hiddenParts).toEqual([part]);
  },
);

test("shows no owner on devices and the location only to a tenth of a degree where contacts are hidden [R6.7]", async () => {
  await sql`update plants set latitude = 52.5163, longitude = 13.3777 where id = ${plant.id}`.execute(
    engines.db,
  );
  const readPlace = async (person: Person) => {
    const { latitude, longitude } = await detailOf(person);
    const devices = await get(person, "/workData/device/list", { stationId: plant.id });
    const { envelope } = await get(person, "/workData/device/detail", { deviceId: unit.id });
    const owners = [...devices.envelope.data.rows, envelope.data].map(
      (device: { ownerName: string | null; companyName: string | null }) =>
        device.ownerName !== null || device.companyName !== null,
    );
    const choices = await get(person, "/workData/device/choices");
    return { place: [latitude, longitude], owners, companies: choices.envelope.data.companies.length };
  };
  const whole = { place: [52.5163, 13.3777], owners: [true, true, true], companies: 1 };
  expect(await readPlace(participant)).toEqual(whole);
  await hide("contacts");
  expect(await readPlace(participant)).toEqual({
    place: [52.5, 13.4],
    owners: [false, false, false],
    companies: 0,
  });
  for (const person of [owner, administrator]) expect((await readPlace(person)).place).toEqual(whole.place);
});

test("finds no device by its place where the layout is hidden", async () => {
  const search = async () =>
    (await get(participant, "/workData/device/list", { stationId: plant.id, search: "Roof7" })).envelope.data
      .total;
  expect(await search()).toBe(1);
  await hide("layout");
  expect(await search()).toBe(0);
});

test("excludes hidden energy from totals, and still counts the plant", async () => {
  await hide("energy");
  const { envelope } = await get(participant, "/index/overview");
  expect(envelope.data).toMatchObject({ plantCount: 1, energyTotalWh: null, energyTodayWh: null });
});

test("stores the start page, accepts only https addresses, and shows administrators the parts that participants see [R6.7]", async () => {
  for (const jumpAddress of [
    "http://example.org",
    "javascript:alert(1)",
    "https://a:b@example.org",
    undefined,
  ])
    expect(await codeOf(change(owner, { jump: "address", jumpAddress }))).toBe("A0400");
  const jumpAddress = "https://roof.example.org/plant?n=1";
  expect(await codeOf(change(administrator, { jump: "address", jumpAddress }))).toBe("0");
  expect(await detailOf(participant)).toMatchObject({ jump: "address", jumpAddress, participantSees: null });
  expect(await detailOf(owner)).toMatchObject({ participantSees: plantPart.options });
  for (const jump of ["physicalLayout", "logicalLayout", "devices"]) {
    await change(owner, { jump, jumpAddress });
    expect(await detailOf(owner)).toMatchObject({ jump, jumpAddress: null });
  }
});

test("refuses changes by a participant, and audits each change with the previous settings", async () => {
  expect(await codeOf(change(participant, {}))).toBe("A0300");
  await hide("energy");
  await hide();
  const { rows } = await sql<{ original: object; new: object }>`
    select original, new from audit where plant_id = ${plant.id} and type = 'station.settings' order by at`.execute(
    engines.db,
  );
  expect(rows).toMatchObject([
    { original: {}, new: { jump: "overview" } },
    {
      original: { participantSees: plantPart.options.slice(1) },
      new: { participantSees: plantPart.options },
    },
  ]);
});

test("returns the allowed operations of a plant and the reason for the others, by role and by level [R7.11]", async () => {
  const opsOf = async (person: Person) =>
    (await get(person, "/permission/checkStationOp", { stationId: plant.id })).envelope.data;
  const yes = { allowed: true };
  const no = (reason: string) => ({ allowed: false, reason });
  const administer = no("Only the owner and the administrators of the plant can do this.");
  const own = no("Only the owner of the plant can do this.");
  const switches = {
    stop: no("Device offline, unable to shut down"),
    reset: no("The plant is not shut down."),
    open: no("Device offline, unable to shut down"),
    close: no("No gateway of this plant is online, so it cannot be reset now."),
  };
  const all = { ...switches, edit: yes, share: yes, transfer: yes, delete: yes };
  expect(await opsOf(owner)).toEqual(all);
  expect(await opsOf(administrator)).toEqual({ ...all, transfer: own, delete: own });
  expect(await opsOf(participant)).toEqual({
    ...all,
    edit: administer,
    share: administer,
    transfer: own,
    delete: own,
  });
  const family = await createAccount(engines.db, { roleCode: "family", companyId: owner.companyId });
  const relative = { ...family, ...(await createSession(engines.db, { accountId: family.id })) };
  const role = no("Your role does not allow this.");
  expect(await opsOf(relative)).toEqual({
    ...all,
    reset: role,
    close: role,
    edit: role,
    share: role,
    transfer: own,
    delete: own,
  });
});

test("participants whose grant lets them operate do so only while the plant's settings allow it", async () => {
  const reasonOf = async (person: Person): Promise<string> =>
    (await get(person, "/permission/checkStationOp", { stationId: plant.id })).envelope.data.stop.reason;
  const offline = "Device offline, unable to shut down";
  expect(await reasonOf(participant)).toBe(offline);
  await change(owner, { participantsOperate: false });
  expect(await reasonOf(participant)).toBe("You do not have permission to operate this plant.");
  expect(await reasonOf(administrator)).toBe(offline);
  await change(owner, { participantsOperate: true });
  expect(await reasonOf(participant)).toBe(offline);
});

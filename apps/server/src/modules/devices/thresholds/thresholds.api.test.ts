import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db } = engines;

const KEY = { deviceType: "OPT", quantity: "voltage", side: "high" } as const;
const VALUES = { isOn: true, raiseValue: 66, clearValue: 60, delayS: 30, severity: "fault" } as const;

async function signIn(account: { id: string }) {
  const { authorization } = await createSession(db, { accountId: account.id });
  const get = async (path: string, query: object = {}) =>
    (await server.call("GET", path, { authorization, query })).envelope;
  const post = async (path: string, body: object) =>
    (await server.call("POST", path, { authorization, body })).envelope;
  return { ...account, get, post };
}

type Person = Awaited<ReturnType<typeof signIn>>;
type Row = Record<string, unknown> & { revision: number };

let operator: Person;
let owner: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;

beforeAll(async () => {
  const { companyId } = await ensurePlatform(db);
  operator = await signIn(await createAccount(db, { roleCode: "platform-administrator", companyId }));
  owner = await signIn(await createAccount(db));
  plant = await createPlant(db, { ownerId: owner.id });
  await createDevice(db, { type: "OPT", plantId: plant.id });
});

const isKey = (row: Row, key: object = KEY) =>
  Object.entries(key).every(([name, value]) => row[name] === value);
const findDefault = async (key: object = KEY): Promise<Row> =>
  (await operator.get("/alarm/threshold/list")).data.rows.find((row: Row) => isKey(row, key));
const listOfPlant = async (person: Person = owner) =>
  (await person.get("/alarm/threshold/plant", { stationId: plant.id })).data;
const findOfPlant = async (key: object = KEY): Promise<Row> =>
  (await listOfPlant()).rows.find((row: Row) => isKey(row, key));
const setOfPlant = async (body: object, person: Person = owner) =>
  person.post("/alarm/threshold/setPlant", { stationId: plant.id, ...KEY, ...VALUES, ...body });
const reset = (body: object, person: Person = owner) =>
  person.post("/alarm/threshold/resetPlant", { stationId: plant.id, ...KEY, ...body });

async function listAudit(type: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select type, actor_id as "actorId", plant_id as "plantId", object_type as "objectType", object_id as "objectId",
      original, new from audit where type = ${type} order by at`.execute(db);
  return rows;
}

describe("defaults by device type", () => {
  test("has a high and a low limit of voltage, current and temperature for each type [R3.13]", async () => {
    const { rows } = (await operator.get("/alarm/threshold/list")).data as { rows: Row[] };
    expect(rows).toHaveLength(30);
    expect(rows.every(({ revision }) => revision === 1)).toBe(true);
    const limits = new Set(rows.map(({ deviceType, quantity, side }) => `${deviceType} ${quantity} ${side}`));
    for (const type of ["DCON", "SCON", "MCON", "OPT", "RSD"])
      for (const quantity of ["voltage", "current", "temperature"])
        for (const side of ["high", "low"]) expect(limits).toContain(`${type} ${quantity} ${side}`);
    expect(await findDefault()).toMatchObject({ isOn: true, raiseValue: 75, clearValue: 70 });
  });

  test("changes one, records the original and the new value, and refuses a change of an older state", async () => {
    const { revision, ...before } = await findDefault();
    const change = { ...KEY, ...VALUES, revision };
    const { code, data } = await operator.post("/alarm/threshold/set", change);
    expect({ code, data }).toEqual({ code: "0", data: { ...KEY, ...VALUES, revision: revision + 1 } });
    expect(await findDefault()).toEqual(data);
    const { deviceType: _t, quantity: _q, side: _s, ...original } = before as Record<string, unknown>;
    expect(await listAudit("alarm.threshold")).toEqual([
      {
        type: "alarm.threshold",
        actorId: operator.id,
        plantId: null,
        objectType: "threshold",
        objectId: "OPT/voltage/high",
        original,
        new: VALUES,
      },
    ]);
    expect((await operator.post("/alarm/threshold/set", { ...change, raiseValue: 70 })).code).toBe("A0440");
    // The same values again are no change.
    expect((await operator.post("/alarm/threshold/set", data)).data).toEqual(data);
    expect(await listAudit("alarm.threshold")).toHaveLength(1);
  });

  test("is refused to everyone but the platform operator", async () => {
    expect((await owner.get("/alarm/threshold/list")).code).toBe("A0300");
    const { revision } = await findDefault();
    expect((await owner.post("/alarm/threshold/set", { ...KEY, ...VALUES, revision })).code).toBe("A0300");
  });
});

describe("limits of a plant", () => {
  test("are the defaults until they are set, and again after they are removed", async () => {
    const byDefault = await findOfPlant();
    expect(byDefault).toMatchObject({ isOwn: false, revision: 0 });
    const set = await setOfPlant({ isOn: false, revision: 0 });
    expect(set.data).toMatchObject({ ...KEY, ...VALUES, isOn: false, isOwn: true });
    expect(await findOfPlant()).toEqual(set.data);
    const again = await setOfPlant({ raiseValue: 80, revision: set.data.revision });
    expect(await findOfPlant()).toMatchObject({ raiseValue: 80, isOn: true, isOwn: true });
    expect((await reset({ revision: set.data.revision })).code).toBe("A0440");
    expect((await reset({ revision: again.data.revision })).data).toEqual(byDefault);
    expect(await findOfPlant()).toEqual(byDefault);
    expect((await reset({ revision: again.data.revision })).code).toBe("A0440");
    const entries = [
      ...(await listAudit("alarm.threshold-plant")),
      ...(await listAudit("alarm.threshold-reset")),
    ];
    expect(
      entries.map(({ plantId, original, new: after }) => ({ plantId, original, new: after })),
    ).toMatchObject([
      { plantId: plant.id, new: { isOn: false, raiseValue: 66 } },
      { plantId: plant.id, original: { isOn: false, raiseValue: 66 }, new: { isOn: true, raiseValue: 80 } },
      { plantId: plant.id, original: { raiseValue: 80 }, new: byDefault.default },
    ]);
  });

  test("refuses a change based on an older state, also after the limit was removed and set again", async () => {
    const first = await setOfPlant({ revision: 0 });
    expect((await setOfPlant({ revision: 0, raiseValue: 67 })).code).toBe("A0440");
    await reset({ revision: first.data.revision });
    const second = await setOfPlant({ revision: 0, raiseValue: 68 });
    expect((await setOfPlant({ revision: first.data.revision, raiseValue: 69 })).code).toBe("A0440");
    await reset({ revision: second.data.revision });
  });

  test("says which device types the plant has, and whether the caller may change them", async () => {
    expect(await listOfPlant()).toMatchObject({ deviceTypes: ["OPT"], mayChange: true });
    const guest = await signIn(await createAccount(db));
    await createGrant(db, {
      plantId: plant.id,
      accountId: guest.id,
      level: "participant",
      mayOperate: true,
      invitedBy: owner.id,
    });
    expect(await listOfPlant(guest)).toMatchObject({ mayChange: false });
    expect((await setOfPlant({ revision: 0 }, guest)).code).toBe("A0300");
    expect((await reset({ revision: 1 }, guest)).code).toBe("A0300");
  });

  test("are not visible to others", async () => {
    const stranger = await signIn(await createAccount(db));
    expect((await stranger.get("/alarm/threshold/plant", { stationId: plant.id })).code).toBe("A0404");
    expect((await setOfPlant({ revision: 0 }, stranger)).code).toBe("A0404");
    expect((await reset({ revision: 1 }, stranger)).code).toBe("A0404");
  });
});

describe("refuses values", () => {
  const low = { side: "low" };
  test.each([
    [
      "a clear value not below the raise value of a high limit",
      { clearValue: 66 },
      "clearValue",
      /less than 66/,
    ],
    [
      "a clear value not above the raise value of a low limit",
      { ...low, raiseValue: 9, clearValue: 9 },
      "clearValue",
      /more than 9/,
    ],
    [
      "a temperature that no device measures",
      { quantity: "temperature", raiseValue: 300, clearValue: 70 },
      "raiseValue",
      /200 or less/,
    ],
    [
      "a voltage below what devices measure",
      { ...low, raiseValue: -20, clearValue: 5 },
      "raiseValue",
      /-10 or more/,
    ],
    ["a delay of more than a day", { delayS: 86_401 }, "delayS", /86,?400 or less/],
    ["a negative delay", { delayS: -1 }, "delayS", /0 or more/],
    ["a part of a second", { delayS: 1.5 }, "delayS", /whole number/],
    ["a severity that does not exist", { severity: "red" }, "severity", /available values/],
    ["a quantity that has no limits", { quantity: "power" }, "quantity", /available values/],
    ["a device type that does not exist", { deviceType: "BAT" }, "deviceType", /available values/],
  ])("%s", async (_, change, path, message) => {
    for (const envelope of [
      await setOfPlant({ revision: 0, ...change }),
      await operator.post("/alarm/threshold/set", { ...KEY, ...VALUES, revision: 1, ...change }),
    ]) {
      expect(envelope.code).toBe("A0400");
      expect(envelope.data.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
    }
  });
});

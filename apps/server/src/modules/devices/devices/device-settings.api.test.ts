import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function createCaller() {
  const account = await createAccount(db, { roleCode: "owner" });
  const plant = await createPlant(db, { ownerId: account.id });
  return { account, plant, ...(await createSession(db, { accountId: account.id })) };
}

async function read(authorization: string, deviceId: string) {
  const query = { deviceId };
  return (await server.call("GET", "/workData/device/settings", { authorization, query })).envelope;
}

async function change(authorization: string, deviceId: string, changes: object) {
  const { data } = await read(authorization, deviceId);
  const body = { deviceId, revision: data.revision, ...changes };
  return (await server.call("POST", "/workData/device/update", { authorization, body })).envelope;
}

test("changes a device and its place, and logs the original and new values [R5.1]", async () => {
  const { authorization, plant, account } = await createCaller();
  const unit = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "A1", ratedPowerW: 400 });
  const changes = { alias: "South7", ratedPowerW: 450.5, tiltDeg: 22.5, azimuthDeg: 190, polePosition: 9 };
  expect((await change(authorization, unit.id, changes)).code).toBe("0");
  expect((await read(authorization, unit.id)).data).toMatchObject({
    ...changes,
    isPlaced: true,
    mayEdit: true,
  });
  const query = { deviceId: unit.id };
  const { data } = (await server.call("GET", "/workData/device/detail", { authorization, query })).envelope;
  expect(data).toMatchObject(changes);
  const log = await server.call("GET", "/workData/powerStation/operations", {
    authorization,
    query: { stationId: plant.id, deviceId: unit.id },
  });
  expect(log.envelope.data.rows).toMatchObject([
    {
      type: "device.update",
      actorId: account.id,
      original: { alias: "", ratedPowerW: 400, tiltDeg: null, azimuthDeg: null, polePosition: null },
      new: changes,
    },
  ]);
});

test("refuses an alias of other characters and values that no place has", async () => {
  const { authorization, plant } = await createCaller();
  const unit = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  for (const wrong of [
    { alias: "South 7" },
    { alias: "Süd7" },
    { ratedPowerW: 0 },
    { tiltDeg: 91 },
    { azimuthDeg: 360 },
    { polePosition: 10 },
    { polePosition: 1.5 },
  ]) {
    const { code, data } = await change(authorization, unit.id, wrong);
    expect({ wrong, code, path: data.fields[0].path }).toEqual({
      wrong,
      code: "A0400",
      path: Object.keys(wrong)[0],
    });
  }
});

test("refuses a change that is based on other values than the device has", async () => {
  const { authorization, plant } = await createCaller();
  const unit = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  const { revision } = (await read(authorization, unit.id)).data;
  expect((await change(authorization, unit.id, { tiltDeg: 10 })).code).toBe("0");
  expect((await change(authorization, unit.id, { revision, alias: "Late1" })).code).toBe("A0440");
  expect((await read(authorization, unit.id)).data).toMatchObject({ alias: "", tiltDeg: 10 });
});

test("a gateway has an alias but no tilt", async () => {
  const { authorization, plant } = await createCaller();
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  expect((await read(authorization, gateway.id)).data).toMatchObject({ isPlaced: false });
  expect((await change(authorization, gateway.id, { alias: "Cellar1" })).code).toBe("0");
  const refused = await change(authorization, gateway.id, { tiltDeg: 10 });
  expect(refused).toMatchObject({ code: "A0400", data: { fields: [{ path: "tiltDeg" }] } });
});

test("a participant reads the settings without changing them, and a stranger finds nothing", async () => {
  const { plant, account } = await createCaller();
  const unit = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "A1" });
  const guest = await createAccount(db, { roleCode: "owner" });
  const grant = { accountId: guest.id, level: "participant" as const, invitedBy: account.id };
  await createGrant(db, { plantId: plant.id, ...grant });
  const { authorization } = await createSession(db, { accountId: guest.id });
  expect((await read(authorization, unit.id)).data).toMatchObject({ mayEdit: false });
  expect((await change(authorization, unit.id, { alias: "Mine1" })).code).toBe("A0300");
  const stranger = await createCaller();
  expect((await read(stranger.authorization, unit.id)).code).toBe("A0404");
  const { rows } = await sql<{ alias: string }>`select alias from devices where id = ${unit.id}`.execute(db);
  expect(rows).toEqual([{ alias: "" }]);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function createOwner() {
  const account = await createAccount(db, { roleCode: "owner" });
  const plant = await createPlant(db, { ownerId: account.id, name: "Roof" });
  return { plant, account, ...(await createSession(db, { accountId: account.id })) };
}

async function read(authorization: string, what: "place" | "history", deviceId: string) {
  const { envelope } = await server.call("GET", `/workData/device/${what}`, {
    authorization,
    query: { deviceId },
  });
  return envelope;
}

const snsOf = (rows: { sn: string }[]) => rows.map(({ sn }) => sn);

/** A gateway with a string of three units, the last of another string, and a place for each. */
async function createString(plantId: string) {
  const gateway = await createDevice(db, { type: "DCON", plantId });
  const string = await createDevice(db, { type: "SCON", plantId, parentId: gateway.id });
  const other = await createDevice(db, { type: "SCON", plantId, parentId: gateway.id });
  const unit = (slotLabel: string, parentId = string.id) =>
    createDevice(db, { type: "OPT", plantId, parentId, slotLabel });
  const units = [await unit("A10"), await unit("A2"), await unit("A1")] as const;
  await unit("B1", other.id);
  return { gateway, string, other, units };
}

test("a unit is between its gateway and string and the other units of the string, in the order of their places", async () => {
  const { authorization, plant } = await createOwner();
  const { gateway, string, other, units } = await createString(plant.id);
  const [ten, two, one] = units;
  await writeLatest(db, [two.id], { at: new Date(server.clock.now()), values: { pw: 210 } });
  const { data } = await read(authorization, "place", ten.id);
  expect(snsOf(data.above)).toEqual([gateway.sn, string.sn]);
  expect(snsOf(data.beside.rows)).toEqual([one.sn, two.sn, ten.sn]);
  expect(data.beside.rows[1]).toMatchObject({ slotLabel: "A2", powerW: 210 });
  expect(data).toMatchObject({ beside: { total: 3 }, below: { rows: [], total: 0 } });
  const ofString = (await read(authorization, "place", string.id)).data;
  expect(snsOf(ofString.beside.rows).sort()).toEqual([string.sn, other.sn].sort());
  expect(ofString.below.total).toBe(3);
  const ofGateway = (await read(authorization, "place", gateway.id)).data;
  expect(ofGateway).toMatchObject({ above: [], beside: { total: 1 }, below: { total: 2 } });
});

test("the history has the stays of a device and of those at the same place, each in plants that the caller sees", async () => {
  const { authorization, plant, account } = await createOwner();
  const stranger = await createOwner();
  const old = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "C3" });
  const swappedAt = new Date("2026-03-01T10:00:00Z");
  await sql`update device_links set to_at = ${swappedAt} where device_id = ${old.id}`.execute(db);
  const added = await createDevice(db, { type: "OPT" });
  const link = (plantId: string, fromAt: Date, toAt: Date | null) =>
    sql`insert into device_links (device_id, plant_id, slot_id, from_at, to_at, created_by)
      values (${added.id}, ${plantId}, ${plantId === plant.id ? (old.slotId ?? null) : null}, ${fromAt}, ${toAt},
        ${account.id})`.execute(db);
  await link(stranger.plant.id, new Date("2025-01-01T00:00:00Z"), swappedAt);
  await link(plant.id, swappedAt, null);
  const { data } = await read(authorization, "history", added.id);
  expect(data.total).toBe(2);
  expect(data.rows).toMatchObject([
    {
      sn: added.sn,
      slotLabel: "C3",
      stationName: "Roof",
      fromAt: swappedAt.toISOString(),
      toAt: null,
      createdByName: account.userName,
    },
    { sn: old.sn, slotLabel: "C3", toAt: swappedAt.toISOString(), createdByName: null },
  ]);
  expect((await read(stranger.authorization, "history", added.id)).code).toBe("A0404");
});

test("where the plant hides its layout, the history has neither places nor other devices", async () => {
  const { plant, account } = await createOwner();
  const guest = await createAccount(db);
  await createGrant(db, {
    plantId: plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: account.id,
  });
  await sql`update plants set settings = '{"participantSees": ["devices"]}' where id = ${plant.id}`.execute(
    db,
  );
  const old = await createDevice(db, { type: "OPT", plantId: plant.id, slotLabel: "C3" });
  const current = await createDevice(db, { type: "OPT", plantId: plant.id });
  await sql`update device_links set slot_id = ${old.slotId} where device_id = ${current.id}`.execute(db);
  const { authorization } = await createSession(db, { accountId: guest.id });
  const { data } = await read(authorization, "history", current.id);
  expect(data.rows).toMatchObject([{ sn: current.sn, slotLabel: "", createdByName: null }]);
  expect(data.total).toBe(1);
});

import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { shutPlantDown } from "../../../../test/shut-down-plant.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

const CODE = "MFRGGZDFMZTWQ2LK";
const registrationCodeHash = createHash("sha256").update(CODE).digest();
const makeSn = () => `M${randomBytes(6).toString("hex").toUpperCase()}`;
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(server.clock.now() - hours * HOUR_MS).toISOString();

async function createInstaller() {
  const account = await createAccount(db, { roleCode: "installer-administrator" });
  const { authorization } = await createSession(db, { accountId: account.id });
  const post = async (path: "replace" | "move" | "remove", body: object) =>
    (await server.call("POST", `/workData/device/${path}`, { authorization, body })).envelope;
  const check = (path: "replace" | "move" | "remove", body: object) => post(path, { ...body, mode: "check" });
  return {
    account,
    authorization,
    post,
    check,
    /** As the console: shows the change, then makes it. */
    async apply(path: "replace" | "move" | "remove", body: object) {
      const checked = await check(path, body);
      expect(checked).toMatchObject({ code: "0", data: { state: "checked" } });
      const { revision, fromAt } = checked.data;
      return await post(path, { ...body, mode: "apply", revision, fromAt });
    },
  };
}

/** A plant with a gateway, a string and two units of it. */
async function createArray(ownerId: string) {
  const plant = await createPlant(db, { ownerId });
  const of = { plantId: plant.id, linkedFromAt: new Date("2026-01-01T00:00:00Z") };
  const gateway = await createDevice(db, { ...of, type: "DCON" });
  const string = await createDevice(db, { ...of, type: "SCON", parentId: gateway.id });
  const unit = await createDevice(db, { ...of, type: "OPT", parentId: string.id, slotLabel: "A1" });
  const beside = await createDevice(db, { ...of, type: "OPT", parentId: string.id, slotLabel: "A2" });
  return { plant, gateway, string, unit, beside };
}

async function linkOf(deviceId: string) {
  const { rows } = await sql<{
    plantId: string;
    parentId: string | null;
    slotId: string | null;
    slot: string | null;
    fromAt: Date;
  }>`
    select l.plant_id as "plantId", l.parent_id as "parentId", l.slot_id as "slotId", s.label as slot,
      l.from_at as "fromAt"
    from device_links l left join slots s on s.id = l.slot_id
    where l.device_id = ${deviceId} and l.to_at is null`.execute(db);
  return rows[0];
}

async function endOf(deviceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ toAt: Date }>`
    select max(to_at) as "toAt" from device_links where device_id = ${deviceId}`.execute(db);
  return rows[0]?.toAt?.toISOString();
}

const wordsOf = ({ data }: { data: { fields: { path: string; message: string }[] } }) =>
  data.fields.map(({ path, message }) => `${path}: ${message}`);

test("a new device takes place, parent, alias and units of the old one, which leaves the plant", async () => {
  const installer = await createInstaller();
  const { plant, gateway, string, unit } = await createArray(installer.account.id);
  await sql`update devices set alias = 'South1' where id = ${string.id}`.execute(db);
  const spare = await createDevice(db, { type: "SCON", registrationCodeHash });
  const fromAt = ago(5);
  const body = { deviceId: string.id, sn: spare.sn, registrationCode: CODE, fromAt };
  const checked = await installer.check("replace", body);
  expect(checked.data).toMatchObject({ state: "checked", fromAt, shownDeviceId: spare.id });
  expect(await linkOf(spare.id)).toBeUndefined();
  expect(checked.data.devices.rows).toMatchObject([
    { sn: string.sn, kind: "leaves" },
    { sn: spare.sn, kind: "begins", parentSn: gateway.sn, alias: "South1" },
    { kind: "reconnects", parentSn: spare.sn },
    { kind: "reconnects", parentSn: spare.sn },
  ]);
  const applied = await installer.apply("replace", body);
  expect(applied).toMatchObject({ code: "0", data: { state: "applied", stationId: plant.id } });
  expect(await endOf(string.id)).toBe(fromAt);
  expect(await linkOf(spare.id)).toMatchObject({ plantId: plant.id, parentId: gateway.id });
  expect((await linkOf(spare.id))?.fromAt.toISOString()).toBe(fromAt);
  expect((await linkOf(unit.id))?.parentId).toBe(spare.id);
  const log = await sql<{ type: string; new: { sn: string } }>`
    select type, new from audit where plant_id = ${plant.id} and object_id = any(${[string.id, spare.id]})
    order by type desc`.execute(db);
  expect(log.rows).toMatchObject([
    { type: "device.replace", new: { sn: spare.sn } },
    { type: "device.add", new: { sn: spare.sn } },
  ]);
});

test("a unit that its gateway has reported takes the old place without a code, and its own empty place is deleted", async () => {
  const installer = await createInstaller();
  const { plant, string, unit } = await createArray(installer.account.id);
  const found = await createDevice(db, {
    type: "OPT",
    plantId: plant.id,
    parentId: string.id,
    slotLabel: "A1",
    linkedFromAt: new Date(ago(1)),
  });
  const fromAt = ago(3);
  const applied = await installer.apply("replace", { deviceId: unit.id, sn: found.sn, fromAt });
  expect(applied.data.devices.rows[1]).toMatchObject({ sn: found.sn, kind: "moves", slotLabel: "A1" });
  expect(await linkOf(found.id)).toMatchObject({ slotId: unit.slotId, parentId: string.id });
  expect((await linkOf(found.id))?.fromAt.toISOString()).toBe(fromAt);
  const { rows } = await sql`select from slots where id = ${found.slotId}`.execute(db);
  expect(rows).toEqual([]);
});

test("a unit that another plant has adopted takes no place while that plant is shut down", async () => {
  const installer = await createInstaller();
  const { plant, unit } = await createArray(installer.account.id);
  const other = await createPlant(db);
  const adopted = await createDevice(db, { type: "OPT", registrationCodeHash, plantId: other.id });
  await sql`update devices set adopted_at = now() where id = ${adopted.id}`.execute(db);
  const release = await shutPlantDown(db, { plantId: other.id, holderId: other.ownerId });
  const body = { deviceId: unit.id, sn: adopted.sn, registrationCode: CODE };
  expect(await installer.apply("replace", body)).toMatchObject({ code: "A0312" });
  expect((await linkOf(adopted.id))?.plantId).toBe(other.id);
  await release();
  expect(await installer.apply("replace", body)).toMatchObject({ code: "0" });
  expect((await linkOf(adopted.id))?.plantId).toBe(plant.id);
});

test("wrong, foreign and unknown serial numbers are refused alike, and count against the limit of the account", async () => {
  const installer = await createInstaller();
  const { unit } = await createArray(installer.account.id);
  const stranger = await createInstaller();
  const foreignPlant = await createPlant(db, { ownerId: stranger.account.id });
  const free = await createDevice(db, { type: "OPT", registrationCodeHash });
  const foreign = await createDevice(db, { type: "OPT", registrationCodeHash, plantId: foreignPlant.id });
  const ask = (sn: string, registrationCode?: string) =>
    installer.check("replace", { deviceId: unit.id, sn, ...(registrationCode && { registrationCode }) });
  const wrong = await ask(free.sn, "AAAAAAAAAAAAAAAA");
  expect(wrong).toMatchObject({
    code: "A0240",
    msg: "The serial number and registration code do not match.",
  });
  expect(await ask(makeSn(), CODE)).toEqual(wrong);
  expect(await ask(foreign.sn, CODE)).toEqual(wrong);
  const withoutCode = await ask(makeSn());
  expect(withoutCode.code).toBe("A0400");
  expect(await ask(foreign.sn)).toEqual(withoutCode);
  expect(await ask(free.sn)).toEqual(withoutCode);
  for (let attempt = 0; attempt < 4; attempt++) await ask(free.sn, "AAAAAAAAAAAAAAAA");
  expect(await ask(free.sn, CODE)).toMatchObject({ code: "A0501" });
});

test("refuses another type, the device itself, and moments before the device came or in the future, beside the field", async () => {
  const installer = await createInstaller();
  const { unit } = await createArray(installer.account.id);
  const gateway = await createDevice(db, { type: "DCON", registrationCodeHash });
  const spare = await createDevice(db, { type: "OPT", registrationCodeHash });
  const ask = async (body: object) =>
    wordsOf(await installer.check("replace", { deviceId: unit.id, registrationCode: CODE, ...body }));
  expect(await ask({ sn: gateway.sn })).toEqual(["sn: Enter a device of the same type."]);
  expect(await ask({ sn: unit.sn })).toEqual(["sn: This is the device that is to be replaced."]);
  const when = ["fromAt: Select a time after 2026-01-01 00:00 that is not in the future."];
  expect(await ask({ sn: spare.sn, fromAt: "2025-12-31T00:00:00Z" })).toEqual(when);
  expect(await ask({ sn: spare.sn, fromAt: ago(-1) })).toEqual(when);
});

test("a change is made only as it was shown", async () => {
  const installer = await createInstaller();
  const { gateway, string, unit } = await createArray(installer.account.id);
  const body = { deviceId: string.id, fromAt: ago(1) };
  const { revision } = (await installer.check("remove", body)).data;
  expect(await installer.post("remove", { ...body, mode: "apply" })).toMatchObject({ code: "A0440" });
  await installer.apply("move", {
    deviceId: unit.id,
    stationId: (await linkOf(unit.id))?.plantId,
    parentId: gateway.id,
  });
  expect(await installer.post("remove", { ...body, mode: "apply", revision })).toMatchObject({
    code: "A0440",
  });
  expect(await linkOf(string.id)).toBeDefined();
  expect(await installer.apply("remove", body)).toMatchObject({ code: "0" });
});

test("removing a string leaves its units below the gateway, or takes them along; their alarms end", async () => {
  const installer = await createInstaller();
  const kept = await createArray(installer.account.id);
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    values (${kept.plant.id}, ${kept.string.id}, 'device', 'H102', 'alarm', ${ago(2)}, ${ago(2)})`.execute(
    db,
  );
  const fromAt = ago(1);
  const removed = await installer.apply("remove", { deviceId: kept.string.id, fromAt });
  expect(removed.data).toMatchObject({ alarmCount: 1, shownDeviceId: null, devices: { total: 3 } });
  expect(await linkOf(kept.string.id)).toBeUndefined();
  expect(await linkOf(kept.unit.id)).toMatchObject({ parentId: kept.gateway.id, slot: "A1" });
  const alarm = await sql<{ goneAt: Date | null; status: string }>`
    select gone_at as "goneAt", status from alarms where device_id = ${kept.string.id}`.execute(db);
  expect(alarm.rows[0]?.goneAt).not.toBeNull();
  expect(alarm.rows[0]?.status).toBe("unresolved");

  const gone = await createArray(installer.account.id);
  await installer.apply("remove", { deviceId: gone.string.id, withBelow: true, fromAt });
  expect(await endOf(gone.unit.id)).toBe(fromAt);
  expect(await endOf(gone.beside.id)).toBe(fromAt);
  expect(await linkOf(gone.gateway.id)).toBeDefined();
});

test("a gateway moves to another plant with everything connected to it, which keeps its order and the names of its places", async () => {
  const installer = await createInstaller();
  const { plant, gateway, string, unit } = await createArray(installer.account.id);
  const other = await createPlant(db, { ownerId: installer.account.id });
  const fromAt = ago(2);
  const moved = await installer.apply("move", { deviceId: gateway.id, stationId: other.id, fromAt });
  expect(moved.data).toMatchObject({ devices: { total: 4 }, notes: ["past"] });
  expect(await linkOf(gateway.id)).toMatchObject({ plantId: other.id, parentId: null });
  expect(await linkOf(string.id)).toMatchObject({ plantId: other.id, parentId: gateway.id });
  const link = await linkOf(unit.id);
  expect(link).toMatchObject({ plantId: other.id, parentId: string.id, slot: "A1" });
  expect(link?.slotId).not.toBe(unit.slotId);
  const { rows } =
    await sql`select from device_links where plant_id = ${plant.id} and to_at = ${fromAt}`.execute(db);
  expect(rows).toHaveLength(4);
});

test("a unit that moved to another plant in the past, without its gateway, has data since then that counts in neither", async () => {
  const installer = await createInstaller();
  const { unit } = await createArray(installer.account.id);
  const other = await createPlant(db, { ownerId: installer.account.id });
  const move = { deviceId: unit.id, stationId: other.id, fromAt: ago(2) };
  const { data } = await installer.check("move", move);
  expect(data.notes).toEqual(["pastUncounted", "noGateway"]);
});

test("within a plant a unit gets another place and parent; an occupied place is refused by its device", async () => {
  const installer = await createInstaller();
  const { plant, gateway, unit, beside } = await createArray(installer.account.id);
  const move = { deviceId: unit.id, stationId: plant.id };
  expect(wordsOf(await installer.check("move", { ...move, place: "A2" }))).toEqual([
    `place: ${beside.sn} is or was at this location at that time.`,
  ]);
  expect(wordsOf(await installer.check("move", move))).toEqual([
    "place: Select another location, parent or plant.",
  ]);
  expect(wordsOf(await installer.check("move", { ...move, parentId: beside.id }))).toEqual([
    "parentId: Select a device of this plant that this device can be connected to.",
  ]);
  await installer.apply("move", { ...move, place: "C7", parentId: gateway.id });
  expect(await linkOf(unit.id)).toMatchObject({ slot: "C7", parentId: gateway.id });
  // It came there at this very moment.
  expect(await installer.check("move", { ...move, place: "A1" })).toMatchObject({ code: "A0400" });
  server.clock.advance(60_000);
  await installer.apply("move", { ...move, place: "A1" });
  expect(await linkOf(unit.id)).toMatchObject({ slotId: unit.slotId });
});

test("moves only into plants where the caller may install devices", async () => {
  const installer = await createInstaller();
  const { unit } = await createArray(installer.account.id);
  const stranger = await createInstaller();
  const foreign = await createPlant(db, { ownerId: stranger.account.id });
  const move = { deviceId: unit.id, stationId: foreign.id };
  expect(await installer.check("move", move)).toMatchObject({ code: "A0404" });
  await createGrant(db, {
    plantId: foreign.id,
    accountId: installer.account.id,
    level: "participant",
    invitedBy: stranger.account.id,
  });
  expect(await installer.check("move", move)).toMatchObject({ code: "A0300" });
});

import { sunPosition } from "@heliograph/solar";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { alarmMinute, createAlarmOwner } from "../../../../test/alarms.ts";
import { createAccount, createGrant, createSession } from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server: app } = await openTestStage();
const DEVICES = "/workData/device/list";
const PLANTS = "/workData/powerStation/list";
const { db } = engines;

/** A role that may read plants and devices only. */
async function createRoleWithoutAlarms(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select company_id, customer_type_id, 'No alarms', array['station', 'station:read', 'device', 'device:read']
    from roles where code = 'owner' returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** An owner whose plant has a gateway that was just heard and an optimizer that just reported. */
async function createReporting() {
  const one = await createAlarmOwner(db, app);
  const now = new Date(app.clock.now());
  await sql`update gateways set is_online = true, last_heard_at = ${now} where device_id = ${one.gateway.id}`.execute(
    db,
  );
  await writeLatest(db, [one.device.id], { at: now });
  const plantAlarm = async (by?: string) => (await one.get(PLANTS, {}, by)).data.rows[0].alarm;
  const unitAlarm = async (by?: string) => (await one.get(DEVICES, { type: "OPT" }, by)).data.rows[0].alarm;
  return { ...one, plantAlarm, unitAlarm };
}

const idsOf = async (one: Awaited<ReturnType<typeof createReporting>>, by?: string) => [
  (await one.plantAlarm(by))?.alarmId,
  (await one.unitAlarm(by))?.alarmId,
];

test("lists a plant and a device with the alarm that decides its status", async () => {
  const one = await createReporting();
  expect(await idsOf(one)).toEqual([undefined, undefined]);
  await one.add("7", { minute: 1 });
  await one.add("2", { severity: "fault", minute: 2, goneMinute: 3 });
  await one.add("3", { severity: "fault", minute: 0, status: "resolved" });
  await one.add("12", { severity: "fault", minute: 6 });
  const alarmId = await one.add("0", { severity: "fault", minute: 5 });
  await one.add("20", { deviceId: one.gateway.id, minute: 0 });
  const alarm = {
    alarmId,
    faultCode: "0",
    firstAt: alarmMinute(5),
    slotLabel: "C15-4",
    alias: "",
    sn: one.device.sn,
  };
  expect(await one.plantAlarm()).toEqual(alarm);
  expect(await one.unitAlarm()).toEqual(alarm);
  expect((await one.get("/workData/powerStation/detail", { stationId: one.plant.id })).data.alarm).toEqual(
    alarm,
  );
  expect((await one.get("/workData/device/detail", { deviceId: one.device.id })).data.alarm).toEqual(alarm);
});

test("names the alarm of the gateway for a plant that is offline, not an older fault of a unit", async () => {
  const one = await createReporting();
  await one.add("0", { severity: "fault", minute: 1 });
  await sql`update gateways set is_online = false where device_id = ${one.gateway.id}`.execute(db);
  expect(await idsOf(one)).toEqual([undefined, undefined]);
  const offline = await one.add("H101", { deviceId: one.gateway.id, minute: 5 });
  const unit = await one.add("H102", { minute: 4, parentAlarmId: offline });
  expect(await idsOf(one)).toEqual([offline, unit]);
});

test("names the most severe alarm of a device that is asleep, unless it has a fault, which outranks sleep", async () => {
  const one = await createReporting();
  // The sun is as far below the horizon at one of two opposite places as above it at the other.
  const places = [
    { latitude: 80, longitude: 0 },
    { latitude: -80, longitude: 180 },
  ];
  const dark = places.find((place) => sunPosition({ ...place, at: app.clock.now() }).elevationDeg < 0);
  await sql`update plants set latitude = ${dark?.latitude}, longitude = ${dark?.longitude} where id = ${one.plant.id}`.execute(
    db,
  );
  await sql`delete from device_states where device_id = ${one.device.id}`.execute(db);
  await one.add("7", { minute: 1 });
  const alarmId = await one.add("H305", { severity: "alarm", minute: 2 });
  const [unit] = (await one.get(DEVICES, { type: "OPT" })).data.rows;
  expect(unit).toMatchObject({ status: "offline", isAsleep: true, alarm: { alarmId } });
  const faultId = await one.add("12", { severity: "fault", minute: 3 });
  const [faulty] = (await one.get(DEVICES, { type: "OPT" })).data.rows;
  expect(faulty).toMatchObject({ status: "fault", isAsleep: false, alarm: { alarmId: faultId } });
});

test("names no alarm to participants from whom alarms are hidden, nor to accounts without the permission", async () => {
  const one = await createReporting();
  const alarmId = await one.add("0", { severity: "fault" });
  const enter = async (roleId?: string) => {
    const account = await createAccount(db, { ...(roleId !== undefined && { roleId }) });
    const invitedBy = one.owner.id;
    await createGrant(db, { plantId: one.plant.id, accountId: account.id, level: "participant", invitedBy });
    return (await createSession(db, { accountId: account.id })).authorization;
  };
  const show = (parts: readonly string[]) =>
    sql`update plants set settings = ${JSON.stringify({ participantSees: parts })}::jsonb where id = ${one.plant.id}`.execute(
      db,
    );
  const participant = await enter();
  expect(await idsOf(one, participant)).toEqual([alarmId, alarmId]);
  await show(["devices", "alarms"]);
  expect(await one.plantAlarm(participant)).toMatchObject({ alarmId, slotLabel: "", sn: one.device.sn });
  await show(["devices", "layout"]);
  expect(await idsOf(one, participant)).toEqual([undefined, undefined]);
  await show(["devices", "alarms"]);
  expect(await idsOf(one, await enter(await createRoleWithoutAlarms()))).toEqual([undefined, undefined]);
});

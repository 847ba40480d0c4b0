import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import type { TestApp } from "./app.ts";
import { createAccount, createDevice, createPlant, createSession } from "./fixtures.ts";

/** An instant of the alarms of tests, by minute of a day at noon. */
export const alarmMinute = (minute: number): string =>
  new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

export interface NewAlarm {
  plantId: string;
  deviceId: string;
  faultCode: string;
  kind?: "device" | "threshold";
  severity?: "warning" | "alarm" | "fault";
  /** Of its only occurrence, and of the end of its condition. */
  minute?: number;
  goneMinute?: number;
  status?: "resolved";
  parentAlarmId?: string;
  assigneeId?: string;
}

export async function insertAlarm(db: Db, alarm: NewAlarm): Promise<string> {
  const { plantId, deviceId, faultCode, kind = "device", severity = "warning", minute = 0 } = alarm;
  const goneAt = alarm.goneMinute === undefined ? null : alarmMinute(alarm.goneMinute);
  const at = alarmMinute(minute);
  const { rows } = await sql<{ id: string }>`
    insert into alarms (plant_id, device_id, kind, fault_code, source, description, severity, first_at, last_at, gone_at,
      status, parent_alarm_id, assignee_id)
    values (${plantId}, ${deviceId}, ${kind}, ${faultCode}, 'OPT', 'overTemperature', ${severity}, ${at}, ${at}, ${goneAt},
      ${alarm.status ?? "unresolved"}, ${alarm.parentAlarmId ?? null}, ${alarm.assigneeId ?? null})
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** An owner with a session, a plant, its gateway and one optimizer. */
export async function createAlarmOwner(db: Db, app: TestApp, options: { password?: string } = {}) {
  const owner = await createAccount(db, options);
  const plant = await createPlant(db, { ownerId: owner.id });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const device = await createDevice(db, {
    type: "OPT",
    plantId: plant.id,
    parentId: gateway.id,
    slotLabel: "C15-4",
  });
  const { authorization } = await createSession(db, { accountId: owner.id });
  const get = async (path: string, query: object = {}, as = authorization) =>
    (await app.call("GET", path, { authorization: as, query })).envelope;
  const post = async (path: string, body: object, as = authorization) =>
    (await app.call("POST", path, { authorization: as, body })).envelope;
  const listCodes = async (query: object): Promise<string[]> =>
    (await get("/alarm/list", query)).data.rows.map(({ faultCode }: { faultCode: string }) => faultCode);
  const add = (faultCode: string, more: Partial<NewAlarm> = {}) =>
    insertAlarm(db, { plantId: plant.id, deviceId: device.id, faultCode, ...more });
  return { owner, plant, gateway, device, authorization, get, post, listCodes, add };
}

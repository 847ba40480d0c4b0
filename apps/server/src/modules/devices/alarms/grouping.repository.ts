import type { DeviceType } from "@heliograph/contract";
import { getFault } from "@heliograph/contract/fault-codes";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Fault codes of a gateway and of a unit that is down. */
export const GATEWAY_OFFLINE = getFault("gatewayOffline").code;
export const UNIT_OFFLINE = getFault("unitOffline").code;
/** Of a unit without power: what follows from its parent being down. */
const ZERO_POWER = getFault("zeroPower").code;

const downCodes: readonly string[] = [GATEWAY_OFFLINE, UNIT_OFFLINE];
/** Faults that stop a whole string, when a string or microcontroller has them: its units have no power because of it. */
const stringFaults = ["dcDisconnect", "blownFuse", "internalFault", "zeroPower", "unitDead"] as const;
const stringFaultCodes: readonly string[] = stringFaults.map((name) => getFault(name).code);
const stringTypes: readonly string[] = ["SCON", "MCON"] satisfies DeviceType[];
/** What the units of such a string have. */
const powerlessCodes = [ZERO_POWER, getFault("unitDead").code];

/** Whether a condition of a device may explain alarms of the devices behind it. */
export const explainsOthers = ({ faultCode, source }: { faultCode: string; source: string }): boolean =>
  downCodes.includes(faultCode) || (stringFaultCodes.includes(faultCode) && stringTypes.includes(source));

/** Alarms `a` of the kinds that `explainsOthers` names. */
const isOfDownDevice = (a: string) => sql`${sql.ref(`${a}.fault_code`)} = any(${downCodes}::text[])`;
const isOfStoppedString = (a: string) =>
  sql`(${sql.ref(`${a}.source`)} = any(${stringTypes}::text[]) and ${sql.ref(`${a}.fault_code`)} = any(${stringFaultCodes}::text[]))`;

/** Plants of which a device is down now, or a string is stopped. */
async function listPlantsWithDownDevices(trx: Transaction, plantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ plantId: string }>`
    select distinct a.plant_id as "plantId" from alarms a
    where (${isOfDownDevice("a")} or ${isOfStoppedString("a")}) and a.status = 'unresolved' and a.gone_at is null
      and a.plant_id = any(${plantIds}::uuid[])`.execute(trx);
  return rows.map(({ plantId }) => plantId);
}

/** Entries about grouping in one alarm's history: of a parent that flaps, no more are written. */
const MAX_GROUPINGS = 100;

interface Regrouped {
  readonly alarmId: string;
  readonly parentAlarmId: string;
}

async function insertGroupings(
  trx: Transaction,
  regrouped: readonly Regrouped[],
  { kind, at }: { kind: "grouped" | "ungrouped"; at: Date },
): Promise<void> {
  if (regrouped.length === 0) return;
  await sql`
    insert into alarm_events (alarm_id, at, kind, detail)
    select r."alarmId", ${at}, ${kind}, jsonb_build_object('parentAlarmId', r."parentAlarmId")
    from jsonb_to_recordset(${JSON.stringify(regrouped)}::jsonb) as r ("alarmId" uuid, "parentAlarmId" uuid)
    where (
      select count(*) from alarm_events e where e.alarm_id = r."alarmId" and e.kind in ('grouped', 'ungrouped')
    ) < ${MAX_GROUPINGS}`.execute(trx);
}

/** Lists alarms again whose parent is back, while their own condition lasts. */
async function releaseAlarms(trx: Transaction, plantIds: readonly string[]): Promise<Regrouped[]> {
  const { rows } = await sql<Regrouped>`
    update alarms a set parent_alarm_id = null from alarms parent
    where parent.id = a.parent_alarm_id and a.plant_id = any(${plantIds}::uuid[]) and a.status = 'unresolved'
      and a.gone_at is null and (parent.status = 'resolved' or parent.gone_at is not null)
    returning a.id as "alarmId", parent.id as "parentAlarmId"`.execute(trx);
  return rows;
}

/**
 * Groups active alarms under that of the highest parent that is down: what is missing because of it, and what began while
 * it was down. A fault from before remains listed: the parent does not explain it. Of the units of a stopped string, only
 * that they have no power is grouped.
 */
async function groupAlarms(trx: Transaction, plantIds: readonly string[]): Promise<Regrouped[]> {
  const following = [UNIT_OFFLINE, ZERO_POWER];
  const isDown = isOfDownDevice("parent");
  const { rows } = await sql<Regrouped>`
    update alarms a set parent_alarm_id = grouped.parent_id from (
      select distinct on (child.id) child.id, parent.id as parent_id
      from alarms parent
      join device_links l on l.plant_id = parent.plant_id and l.to_at is null
      left join device_links above on above.device_id = l.parent_id and above.to_at is null
      join alarms child on child.device_id = l.device_id and child.status = 'unresolved' and child.gone_at is null
      where parent.status = 'unresolved' and parent.gone_at is null and parent.plant_id = any(${plantIds}::uuid[])
        and parent.device_id in (l.parent_id, above.parent_id)
        and case when ${isDown} then child.fault_code = any(${following}::text[]) or child.first_at >= parent.first_at
          else ${isOfStoppedString("parent")} and parent.device_id = l.parent_id
            and child.fault_code = any(${powerlessCodes}::text[])
        end
      order by child.id, parent.device_id = l.parent_id, ${isDown} desc, parent.first_at, parent.id
    ) grouped
    where a.id = grouped.id and a.parent_alarm_id is distinct from grouped.parent_id
    returning a.id as "alarmId", grouped.parent_id as "parentAlarmId"`.execute(trx);
  return rows;
}

/** Groups alarms of some plants under the parents that are down, after alarms were opened or parents changed. */
export async function regroupAlarms(
  trx: Transaction,
  changed: { openedPlantIds: readonly string[]; parentPlantIds: readonly string[]; at: Date },
): Promise<void> {
  const { openedPlantIds, parentPlantIds, at } = changed;
  if (parentPlantIds.length > 0)
    await insertGroupings(trx, await releaseAlarms(trx, parentPlantIds), { kind: "ungrouped", at });
  const plantIds = [...new Set([...openedPlantIds, ...parentPlantIds])];
  if (plantIds.length === 0) return;
  const withDown = await listPlantsWithDownDevices(trx, plantIds);
  if (withDown.length > 0)
    await insertGroupings(trx, await groupAlarms(trx, withDown), { kind: "grouped", at });
}

import type { DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

export interface ServiceFact {
  readonly kind: "deviceAdded" | "deviceRemoved";
  readonly at: Date;
  readonly sn: string;
  readonly type: DeviceType;
  readonly slotLabel: string;
}

/** Starts and ends of the service of devices of some types within a time. */
export async function listServiceFacts(
  db: Db,
  { plantId }: PlantInScope,
  { types, fromAt, toAt }: { types: readonly DeviceType[]; fromAt: Date; toAt: Date },
): Promise<ServiceFact[]> {
  const { rows } = await sql<ServiceFact>`
    select e.kind, e.at, d.sn, d.type, coalesce(s.label, '') as "slotLabel"
    from device_links l
    join devices d on d.id = l.device_id and d.type = any(${types}::text[])
    left join slots s on s.id = l.slot_id
    cross join lateral (values ('deviceAdded', l.from_at), ('deviceRemoved', l.to_at)) e (kind, at)
    where l.plant_id = ${plantId} and e.at >= ${fromAt} and e.at < ${toAt}`.execute(db);
  return rows;
}

/** Time zones that were entered later than the plant, with the time at which they were. */
export async function listZoneFacts(
  db: Db,
  { plantId }: PlantInScope,
): Promise<{ timeZone: string; fromDay: string; at: Date }[]> {
  const { rows } = await sql<{ timeZone: string; fromDay: string; at: Date }>`
    select z."timeZone", coalesce(z."fromDay", p.grid_connection_date) as "fromDay", z."enteredAt" as at
    from plants p
    cross join jsonb_to_recordset(p.zones) as z ("timeZone" text, "fromDay" date, "enteredAt" timestamptz)
    where p.id = ${plantId} and z."enteredAt" is not null`.execute(db);
  return rows;
}

/** Prices that are valid since one of these days, with the time they were entered. */
export async function listTariffFacts(
  db: Db,
  { plantId }: PlantInScope,
  { fromDay, toDay }: Days,
): Promise<{ day: string; at: Date }[]> {
  const { rows } = await sql<{ day: string; at: Date }>`
    select valid_from as day, created_at as at from tariffs
    where plant_id = ${plantId} and valid_from between ${fromDay}::date and ${toDay}::date`.execute(db);
  return rows;
}

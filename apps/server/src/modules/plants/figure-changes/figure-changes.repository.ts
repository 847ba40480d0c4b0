import type { DeviceType, MeteringLevel } from "@heliograph/contract";
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

export interface TariffFact {
  readonly fromDay: string;
  /** Last day before the next tariff; null for the latest one. */
  readonly lastDay: string | null;
  readonly at: Date;
  /** It was entered later than the plant. */
  readonly isLater: boolean;
}

/** Tariffs that are valid on one of these days, with the time they were entered. */
export async function listTariffFacts(
  db: Db,
  { plantId }: PlantInScope,
  { fromDay, toDay }: Days,
): Promise<TariffFact[]> {
  const { rows } = await sql<TariffFact>`
    select "fromDay", "lastDay", at, "isLater" from (
      select t.valid_from as "fromDay", lead(t.valid_from) over (order by t.valid_from) - 1 as "lastDay",
        t.created_at as at, t.created_at > p.created_at as "isLater"
      from tariffs t join plants p on p.id = t.plant_id
      where p.id = ${plantId}
    ) tariff
    where "fromDay" <= ${toDay}::date and ("lastDay" is null or "lastDay" >= ${fromDay}::date)`.execute(db);
  return rows;
}

export interface FactorFact {
  readonly level: MeteringLevel;
  /** From when until when the level counts; null without a beginning or end. */
  readonly fromAt: Date | null;
  readonly toAt: Date | null;
  readonly at: Date;
  readonly before: number;
  readonly after: number;
}

/** Changes of the factors from DC to AC energy. */
export async function listFactorFacts(db: Db, { plantId }: PlantInScope): Promise<FactorFact[]> {
  const { rows } = await sql<FactorFact>`
    select s.level, s."fromAt", s."toAt", c.changed_at as at, c.before::float8 as before, c.after::float8 as after
    from conversion_factor_changes c
    join (
      select valid_from, level,
        case when row_number() over (order by valid_from) > 1 then valid_from end as "fromAt",
        lead(valid_from) over (order by valid_from) as "toAt"
      from metering_sets where plant_id = ${plantId}
    ) s using (valid_from)
    where c.plant_id = ${plantId}`.execute(db);
  return rows;
}

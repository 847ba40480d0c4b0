import type { SafetyString } from "@heliograph/contract";
import { DEFAULT_DRILL_MONTHS } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { safeAfterS, unitCounts } from "../safety/operation-sql.ts";
import { stringOf } from "../safety/string-name-sql.ts";

export interface DrillRow {
  readonly operationId: string;
  readonly authorId: string | null;
  /** Null: of the plant. */
  readonly string: SafetyString | null;
  readonly byName: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** A shutdown of the plant ended the drill of a string. */
  readonly isReplaced: boolean;
  readonly note: string;
  readonly units: number;
  readonly proven: number;
  readonly dark: number;
  readonly safeAfterS: number | null;
}

/** The latest drills of a plant, the latest first. */
export async function listDrillRows(
  db: Db,
  { scope, plant, limit }: { scope: Scope; plant: PlantAccess; limit: number },
): Promise<DrillRow[]> {
  const { plantId } = plant;
  const string = stringOf(sql`o.device_id`, { isLayoutHidden: hidesLayout(plant) });
  const { rows } = await sql<DrillRow>`
    select o.id as "operationId", o.author_id as "authorId", o.accepted_at as "startedAt", o.ended_at as "endedAt",
      d.note, ${string} as string, o.device_id is not null and exists (
        select from safety_ledger e where e.plant_id = o.plant_id and e.kind = 'stop' and e.at = o.ended_at
      ) as "isReplaced", (
        select a.user_name from accounts a, (select ${plantId}::uuid as plant_id) l
        where a.id = o.author_id and a.cancelled_at is null and ${isKnownAccount(scope)}
      ) as "byName", units.units, units.open as proven, units.dark,
      ${safeAfterS} as "safeAfterS"
    from safety_drills d join safety_operations o on o.id = d.operation_id cross join lateral ${unitCounts} units
    where d.plant_id = ${plantId} order by o.accepted_at desc, o.id limit ${limit}`.execute(db);
  return rows;
}

export interface DrillString extends SafetyString {
  readonly units: number;
}

/** Strings of a plant that have units with a switch, in the order of their serial numbers. */
export async function listDrillStrings(db: Db, plant: PlantAccess): Promise<DrillString[]> {
  const named = stringOf(sql`string.id`, { isLayoutHidden: hidesLayout(plant) });
  const { rows } = await sql<{ string: SafetyString; units: number }>`
    select ${named} as string, count(*)::int as units
    from device_links l join devices d on d.id = l.device_id and d.type in ('OPT', 'RSD')
    join devices string on string.id = l.parent_id and string.type in ('MCON', 'SCON')
    where l.plant_id = ${plant.plantId} and l.to_at is null
    group by string.id order by string.sn`.execute(db);
  return rows.map(({ string, units }) => ({ ...string, units }));
}

/** Records, in the transaction of its press, that an operation is a drill. */
export async function insertDrill(
  trx: Transaction,
  drill: { plantId: string; operationId: string; note: string },
): Promise<void> {
  await sql`
    insert into safety_drills (operation_id, plant_id, note)
    values (${drill.operationId}, ${drill.plantId}, ${drill.note})`.execute(trx);
}

/**
 * Months between drills of a plant `p` (null: no reminder), and when the next one is due: by calendar months after the latest
 * drill of the whole plant, or after the plant was added.
 */
export const dueOfPlant = sql`(
  select every_months, (
    coalesce((
      select max(o.accepted_at) from safety_drills d join safety_operations o on o.id = d.operation_id
      where d.plant_id = p.id and o.device_id is null
    ), p.created_at) at time zone 'UTC' + make_interval(months => every_months)
  ) at time zone 'UTC' as at
  from (
    select case when count(*) = 0 then ${sql.lit(DEFAULT_DRILL_MONTHS)} else min(i.every_months) end as every_months
    from safety_drill_intervals i where i.plant_id = p.id
  ) stored
)`;

export interface DrillSchedule {
  /** Null: no reminder. */
  readonly everyMonths: number | null;
  readonly dueAt: Date | null;
}

export async function getSchedule(db: Db, plantId: string): Promise<DrillSchedule> {
  const { rows } = await sql<DrillSchedule>`
    select due.every_months as "everyMonths", due.at as "dueAt"
    from plants p cross join lateral ${dueOfPlant} due where p.id = ${plantId}`.execute(db);
  return rows[0] ?? { everyMonths: null, dueAt: null };
}

export async function writeInterval(
  db: Db,
  { plantId, everyMonths }: { plantId: string; everyMonths: number | null },
): Promise<void> {
  await sql`
    insert into safety_drill_intervals (plant_id, every_months) values (${plantId}, ${everyMonths})
    on conflict (plant_id) do update set every_months = excluded.every_months`.execute(db);
}

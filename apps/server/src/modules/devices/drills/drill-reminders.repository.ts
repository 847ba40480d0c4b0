import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKept } from "../../base/access/scope-sql.ts";
import { dueOfPlant } from "./drills.repository.ts";

export interface DueDrill {
  readonly plantId: string;
  readonly name: string;
  readonly timeZone: string;
  readonly dueAt: Date;
}

/** Plants with switches that are due for a drill, and whose owner was not mailed about this date. */
export async function listDueDrills(db: Db, now: Date): Promise<DueDrill[]> {
  const { rows } = await sql<DueDrill>`
    select p.id as "plantId", p.name, p.time_zone as "timeZone", due.at as "dueAt"
    from plants p cross join lateral ${dueOfPlant} due
    left join safety_drill_reminders r on r.plant_id = p.id
    where ${isKept} and due.at <= ${now} and r.due_at is distinct from due.at and exists (
      select from device_links l join devices d on d.id = l.device_id
      where l.plant_id = p.id and l.to_at is null and d.type in ('OPT', 'RSD')
    )
    order by due.at, p.id`.execute(db);
  return rows;
}

/** Marks the owners of plants as mailed about the date that is due now; returns the plants that no other process has marked. */
export async function markReminded(
  trx: Transaction,
  { plantIds, now }: { plantIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ plantId: string }>`
    insert into safety_drill_reminders as r (plant_id, due_at)
    select p.id, due.at from plants p cross join lateral ${dueOfPlant} due
    where p.id = any(${plantIds}::uuid[]) and due.at <= ${now}
    order by p.id
    on conflict (plant_id) do update set due_at = excluded.due_at where r.due_at <> excluded.due_at
    returning plant_id as "plantId"`.execute(trx);
  return new Set(rows.map(({ plantId }) => plantId));
}

import { HELD_STATES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** What a shutdown of a plant is decided on while the database is unavailable. */
export interface PlantOfSnapshot {
  readonly plantId: string;
  readonly serials: readonly string[];
  readonly isOnline: boolean;
  readonly isHeld: boolean;
  readonly holderId: string | null;
}

/** Plants with gateways and units that open and close. */
export async function listPlantsOfSnapshot(db: Db): Promise<PlantOfSnapshot[]> {
  const { rows } = await sql<PlantOfSnapshot>`
    select l.plant_id as "plantId", array_agg(d.sn order by d.sn) as serials, bool_or(g.is_online) as "isOnline",
      bool_or(coalesce(s.state = any(${[...HELD_STATES]}::text[]), false)) as "isHeld",
      (array_agg(o.author_id))[1] as "holderId"
    from gateways g join devices d on d.id = g.device_id
    join device_links l on l.device_id = g.device_id and l.to_at is null
    left join plant_safety s on s.plant_id = l.plant_id left join safety_operations o on o.id = s.operation_id
    where exists (
      select from device_links u join devices unit on unit.id = u.device_id
      where u.plant_id = l.plant_id and u.to_at is null and unit.type in ('OPT', 'RSD'))
    group by l.plant_id`.execute(db);
  return rows;
}

/** Presses that are in the database, each with the shutdown that it is a part of; not those that are part of none. */
export async function listImported(
  db: Db,
  pressIds: readonly string[],
): Promise<{ pressId: string; safetyId: string }[]> {
  const { rows } = await sql<{ pressId: string; safetyId: string }>`
    select p.press_id as "pressId", coalesce(o.id, s.operation_id) as "safetyId"
    from safety_presses p join plant_safety s on s.plant_id = p.plant_id
    left join safety_operations o on o.id = p.press_id
    where p.press_id = any(${[...pressIds]}::uuid[]) and coalesce(o.id, s.operation_id) is not null`.execute(
    db,
  );
  return rows;
}

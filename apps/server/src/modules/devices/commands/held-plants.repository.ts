import { HELD_STATES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** What is held: a whole plant, or single units that someone has opened; `holderId` is null once the account is gone. */
interface Held {
  readonly holderId: string | null;
  readonly isOfPlant: boolean;
}

export async function listHeld(
  db: Db,
  { plantId, deviceIds }: { plantId: string; deviceIds: readonly string[] },
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select o.author_id as "holderId", true as "isOfPlant" from plant_safety s join safety_operations o on o.id = s.operation_id
    where s.plant_id = ${plantId} and s.state = any(${[...HELD_STATES]}::text[])
    union all
    select o.author_id, false from safety_operations o
    where o.plant_id = ${plantId} and o.device_id = any(${[...deviceIds]}::uuid[]) and o.kind = 'shutdown'
      and o.ended_at is null`.execute(db);
  return rows;
}

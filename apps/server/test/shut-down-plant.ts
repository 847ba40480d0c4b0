import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";

/** Stores that an account has shut a plant down; returns what ends the hold. */
export async function shutPlantDown(
  db: Db,
  { plantId, holderId }: { plantId: string; holderId: string },
): Promise<() => Promise<void>> {
  const operationId = randomUUID();
  await sql`
    insert into safety_operations (id, plant_id, kind, author_id, accepted_at, deadline_at)
    values (${operationId}, ${plantId}, 'shutdown', ${holderId}, now(), now())`.execute(db);
  await sql`
    insert into plant_safety (plant_id, state, operation_id, changed_at)
    values (${plantId}, 'shut-down', ${operationId}, now())`.execute(db);
  return async () => {
    await sql`delete from plant_safety where plant_id = ${plantId}`.execute(db);
    await sql`delete from safety_operations where id = ${operationId}`.execute(db);
  };
}

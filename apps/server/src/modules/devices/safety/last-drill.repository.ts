import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { safeAfterS } from "./operation-sql.ts";

export interface LastDrill {
  readonly startedAt: Date;
  readonly safeAfterS: number | null;
}

/** The latest drill of a whole plant. */
export async function findLastDrill(db: Db, plantId: string): Promise<LastDrill | undefined> {
  const { rows } = await sql<LastDrill>`
    select o.accepted_at as "startedAt", ${safeAfterS} as "safeAfterS"
    from (
      select drilled.* from safety_drills d join safety_operations drilled on drilled.id = d.operation_id
      where d.plant_id = ${plantId} and drilled.device_id is null
      order by drilled.accepted_at desc, drilled.id limit 1
    ) o`.execute(db);
  return rows[0];
}

import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** Whether the picture is the plant's current one. */
export async function isPictureOf(db: Db, { plantId }: PlantInScope, pictureId: string): Promise<boolean> {
  const { rows } = await sql`
    select from plants where id = ${plantId} and picture_id = ${pictureId}`.execute(db);
  return rows.length > 0;
}

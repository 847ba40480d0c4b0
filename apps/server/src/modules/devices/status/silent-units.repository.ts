import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { silentAlone } from "./device-status-sql.ts";

/** Stores which units are silent alone; writes only those that changed. */
export async function storeSilentUnits(db: Db, now: Date): Promise<void> {
  await sql`
    with silent as materialized (${silentAlone(now)}),
    gone as (
      delete from silent_units u where not exists (select from silent where silent.device_id = u.device_id)
    )
    insert into silent_units (device_id)
    select d.id from silent join devices d on d.id = silent.device_id
    where not exists (select from silent_units u where u.device_id = d.id)
    -- Not of devices that are deleted meanwhile.
    for key share of d skip locked
    on conflict do nothing`.execute(db);
}

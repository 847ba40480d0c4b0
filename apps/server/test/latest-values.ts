import type { ValueName } from "@heliograph/protocol";
import { MEASURED_VALUES } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";

const columns = MEASURED_VALUES.map(({ point }) => sql.ref(point));

/** A sample as the device link stores it: the latest of each device that is named, with these values by point. */
export async function writeLatest(
  db: Db,
  deviceIds: readonly string[],
  { at, values = {} }: { at: Date; values?: Partial<Record<ValueName, number>> },
): Promise<void> {
  const cells = MEASURED_VALUES.map(({ point }) => sql`array[${values[point] ?? Number.NaN}::float8]`);
  await sql`
    with blocks as (
      insert into latest_values (gateway_id, sample_at, ${sql.join(columns)})
      select id, array[${at}::timestamptz], ${sql.join(cells)} from unnest(${deviceIds}::uuid[]) as id
      returning id, gateway_id
    )
    insert into device_states (device_id, block_id, position) select gateway_id, id, 1 from blocks
    on conflict (device_id) do update set block_id = excluded.block_id, position = excluded.position`.execute(
    db,
  );
}

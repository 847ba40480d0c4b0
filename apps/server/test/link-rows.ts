import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";

export async function readFirst<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> {
  const { rows } = await query.execute(db);
  return rows[0];
}

/** A unit as stored by the device link: its parent and its latest values. */
export function findUnitRow(db: Db, sn: string) {
  return readFirst(
    db,
    sql<{
      plantId: string;
      label: string;
      parentId: string;
      adoptedAt: Date | null;
      fromAt: Date;
      isDown: boolean;
      latest: Record<string, number>;
      power: number;
    }>`
    select l.plant_id as "plantId", s.label, l.parent_id as "parentId", d.adopted_at as "adoptedAt", l.from_at as "fromAt",
      coalesce(st.is_down, false) as "isDown", st.latest
    from devices d left join device_links l on l.device_id = d.id and l.to_at is null
    left join slots s on s.id = l.slot_id left join device_states st on st.device_id = d.id
    where d.sn = ${sn}`,
  );
}

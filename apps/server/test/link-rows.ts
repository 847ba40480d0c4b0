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
      isClosed: boolean | null;
      sampleAt: Date | null;
      onlineSince: Date | null;
      latest: Record<string, number> | null;
    }>`
    select l.plant_id as "plantId", s.label, l.parent_id as "parentId", d.adopted_at as "adoptedAt", l.from_at as "fromAt",
      coalesce(st.is_down, false) as "isDown", st.is_closed as "isClosed", st.last_sample_at as "sampleAt",
      st.online_since as "onlineSince",
      case when st.last_sample_at is not null then jsonb_strip_nulls(jsonb_build_object('vi', st.vi, 'ii', st.ii,
        'vo', st.vo, 'io', st.io, 'pw', st.pw, 'tp', st.tp, 'eh', st.eh, 'rs', st.rs, 'st', st.unit_status)) end as latest
    from devices d left join device_links l on l.device_id = d.id and l.to_at is null
    left join slots s on s.id = l.slot_id left join device_latest st on st.device_id = d.id
    where d.sn = ${sn}`,
  );
}

import { sql } from "../../../infra/postgres/fast-sql.ts";

// As the bell counts them: an alarm grouped under another is explained by that one.
const isOpen = sql.raw("a.status = 'unresolved' and a.parent_alarm_id is null");

/** Unresolved alarms of a plant `p`, for the few plants of a page. */
export const openAlarmCount = sql<number>`(select count(*)::int from alarms a where a.plant_id = p.id and ${isOpen})`;

/** Joins the unresolved alarms of plants `p`, `o.open_alarms`, for an order of all plants; a plant without any has no row. */
export const openAlarmCountsJoin = sql`
  left join (select a.plant_id, count(*)::int as open_alarms from alarms a where ${isOpen} group by a.plant_id) o
    on o.plant_id = p.id`;

import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Joins the earnings of the current day, `r`, to plants `p`; a plant without any counted day has none. */
export const earningsTodayJoin = sql.raw("left join plant_earnings r on r.plant_key = p.key");

/** Earnings of today from `r`, in the plant's currency; those of a day that is over are those of none. */
export const earningsToday = (now: Date): RawBuilder<number> =>
  sql<number>`case when r.day_ends_at > ${now}::timestamptz then r.today_amount else 0 end`;

/** Whether the earnings of today in `r` contain energy converted from DC. */
export const isTodayEstimated = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`coalesce(r.is_estimated and r.day_ends_at > ${now}::timestamptz, false)`;

import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/** Whether site work runs at a plant at an instant, so that notifications about its alarms wait. */
export const isMuted = (plantId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from site_works work where work.plant_id = ${plantId} and work.from_at <= ${at} and work.until_at > ${at}
  )`;

/** The latest end of site work at a plant that ran at some time of a range, whose end is included; null for none. */
export const mutedUntil = (
  plantId: RawBuilder<unknown>,
  { from, to }: { from: RawBuilder<unknown>; to: RawBuilder<unknown> },
): RawBuilder<Date | null> => sql<Date | null>`(
  select max(work.until_at) from site_works work
  where work.plant_id = ${plantId} and work.until_at > ${from} and work.from_at <= ${to} and work.until_at > work.from_at
)`;

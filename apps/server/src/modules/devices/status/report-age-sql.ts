import { OFFLINE_AFTER_INTERVALS, POWER_VALID_INTERVALS } from "@heliograph/contract/report-age";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** SQL interval in which a measured power counts, by an expression of the report interval in seconds. */
export const powerValidity = (reportIntervalS: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${POWER_VALID_INTERVALS}::int * make_interval(secs => ${reportIntervalS}))`;

/** SQL interval after which a gateway or unit that sent nothing is offline. */
export const offlineDelay = (reportIntervalS: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${OFFLINE_AFTER_INTERVALS}::int * make_interval(secs => ${reportIntervalS}))`;

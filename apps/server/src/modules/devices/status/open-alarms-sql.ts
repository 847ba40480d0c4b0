import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Alarms (alias `a`) whose condition lasts; an unresolved one that is gone decides no status. */
export const isAlarmActive = sql.raw<boolean>("(a.status = 'unresolved' and a.gone_at is null)");

import type { AlarmLogRow, AlarmSeverity, endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { isKnownAccount, isKnownCompany } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";
import { visibleName } from "./alarm-list.repository.ts";
import { findLogEntries } from "./alarm-log-search.repository.ts";

type LogQuery = QueryOf<typeof endpoints.alarm.log>;

/** The alarm under which another one is grouped. */
export interface ParentAlarm {
  readonly alarmId: string;
  readonly faultCode: string;
  readonly sn: string;
  readonly alias: string;
}

/** An entry of the log as it is stored, with names. */
export interface LogRecord
  extends Omit<AlarmLogRow, "at" | "original" | "new" | "signedInAt" | "isSystem" | "operatorName"> {
  readonly at: Date;
  /** Of the entry's place in the log: microseconds since 1970 as text. */
  readonly micros: string;
  readonly isByAccount: boolean;
  readonly userName: string | null;
  /** The account's company, if the reader may not see the user's name; without a name if not the company's either. */
  readonly company: { readonly name: string | null; readonly code: string | null } | null;
  /** Before a change of the severity. */
  readonly severityBefore: AlarmSeverity | null;
  readonly hasAssignee: boolean;
  readonly assigneeName: string | null;
  readonly hadAssignee: boolean;
  readonly assigneeBefore: string | null;
  readonly parent: ParentAlarm | null;
  readonly parentBefore: ParentAlarm | null;
  readonly signedInAt: Date | null;
}

/** The id in a detail of an entry (alias). */
const idIn = (alias: string, name: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.detail`)} ->> ${sql.lit(name)})::uuid`;

const parentOf = (alias: string): RawBuilder<ParentAlarm | null> => sql<ParentAlarm | null>`(
  select jsonb_build_object('alarmId', parent.id, 'faultCode', parent.fault_code, 'sn', pd.sn, 'alias', pd.alias)
  from alarms parent join devices pd on pd.id = parent.device_id
  where parent.id = ${idIn(alias, "parentAlarmId")} and parent.plant_id = l.plant_id
)`;

/** Whether a company's name stands for the user `a`. */
const isHidden = (scope: Scope) => sql`(a.cancelled_at is null and not ${isKnownAccount(scope)})`;

/** Entries on a page of the log, the newest first, and one more if there are more. */
export async function listLogRecords(db: Db, scope: Scope, query: LogQuery): Promise<LogRecord[]> {
  const entries = await findLogEntries(db, scope, query);
  const { rows } = await sql<LogRecord>`
    select l.id::text as "entryId", l.at, trunc(extract(epoch from l.at) * 1000000)::text as micros, l.operation,
      l.alarm_id as "alarmId", l.alarm_kind as kind, l.fault_code as "faultCode", l.severity,
      p.id as "stationId", p.name as "stationName", p.time_zone as "timeZone",
      d.id as "deviceId", d.type as "deviceType", d.sn, d.alias,
      case when 'layout' = any(${hiddenParts(scope)}) then '' else coalesce(slot.label, '') end as "slotLabel",
      l.account_id is not null as "isByAccount",
      case when a.cancelled_at is null and not ${isHidden(scope)} then a.user_name end as "userName",
      case when ${isHidden(scope)} then jsonb_build_object(
        'name', case when ${isKnownCompany(scope)} then c.name end, 'code', ${builtInCompanyCode("c")}) end as company,
      before.severity as "severityBefore",
      l.detail ->> 'assigneeId' is not null as "hasAssignee",
      ${visibleName(scope, idIn("l", "assigneeId"))} as "assigneeName",
      l.kind = 'assigned' and before.detail ->> 'assigneeId' is not null as "hadAssignee",
      ${visibleName(scope, idIn("before", "assigneeId"))} as "assigneeBefore",
      ${parentOf("l")} as parent, case when before.kind = 'grouped' then ${parentOf("before")} end as "parentBefore",
      coalesce(l.detail ->> 'text', '') as text,
      sign_in.method as "signInMethod", sign_in.at as "signedInAt"
    from (${entries}) l
    join plants p on p.id = l.plant_id
    join devices d on d.id = l.device_id
    left join accounts a on a.id = l.account_id
    left join companies c on c.id = a.company_id
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = l.device_id and placed.plant_id = l.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    left join lateral (
      select b.kind, b.severity, b.detail from alarm_events b
      where b.alarm_id = l.alarm_id and b.id < l.id and case l.kind
        when 'severity' then true
        when 'assigned' then b.kind = 'assigned'
        else b.kind in ('grouped', 'ungrouped') end
      order by b.id desc limit 1
    ) before on l.kind in ('severity', 'assigned', 'grouped')
    left join lateral (
      select s.method, s.at from audit s
      where s.type = 'session.sign-in' and s.object_id = l.session_id::text and s.actor_id = l.account_id
      order by s.at limit 1
    ) sign_in on l.session_id is not null
    order by l.at desc, l.id desc`.execute(db);
  return rows;
}

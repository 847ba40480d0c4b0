import type {
  AlarmLogRow,
  AlarmLogValue,
  DataInputOf,
  endpoints,
  Language,
  QueryOf,
} from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { nameOfCompany } from "../../base/audit/log.service.ts";
import type { LogRecord, ParentAlarm } from "./alarm-log.repository.ts";
import { listLogRecords } from "./alarm-log.repository.ts";

type LogQuery = QueryOf<typeof endpoints.alarm.log>;
type LogPage = DataInputOf<typeof endpoints.alarm.log>;

interface Values {
  readonly original: AlarmLogValue | null;
  readonly new: AlarmLogValue | null;
}

type State = Extract<AlarmLogValue, { of: "state" }>["state"];

const ofState = (state: State): AlarmLogValue => ({ of: "state", state });
const ofParent = (parent: ParentAlarm | null): AlarmLogValue | null => parent && { of: "parent", ...parent };
const ofAssignee = (isSet: boolean, name: string | null): AlarmLogValue | null =>
  isSet ? { of: "assignee", name } : null;

function valuesOf(record: LogRecord): Values {
  const { operation, severity, severityBefore, parent, parentBefore } = record;
  switch (operation) {
    case "raised":
      return { original: null, new: { of: "severity", severity } };
    case "gone":
      return { original: ofState("present"), new: ofState("ended") };
    case "severity":
      return {
        original: severityBefore && { of: "severity", severity: severityBefore },
        new: { of: "severity", severity },
      };
    case "assigned":
      return {
        original: ofAssignee(record.hadAssignee, record.assigneeBefore),
        new: ofAssignee(record.hasAssignee, record.assigneeName),
      };
    case "grouped":
      return { original: ofParent(parentBefore), new: ofParent(parent) };
    case "ungrouped":
      return { original: ofParent(parent), new: null };
    case "clearedSingle":
    case "clearedBatch":
    case "clearedForced":
      return { original: ofState("unresolved"), new: ofState("resolved") };
    case "acknowledged":
    case "commented":
      return { original: null, new: null };
  }
}

function toRow(record: LogRecord, language: Language): AlarmLogRow {
  const { entryId, operation, alarmId, kind, faultCode, severity, text, signInMethod } = record;
  const { stationId, stationName, timeZone, deviceId, deviceType, sn, alias, slotLabel } = record;
  return {
    entryId,
    at: record.at.toISOString(),
    operation,
    ...{ alarmId, kind, faultCode, severity },
    ...{ stationId, stationName, timeZone },
    ...{ deviceId, deviceType, sn, alias, slotLabel },
    isSystem: !record.isByAccount,
    operatorName: record.userName ?? nameOfCompany(record.company, language),
    ...valuesOf(record),
    text,
    signInMethod,
    signedInAt: record.signedInAt?.toISOString() ?? null,
  };
}

/** A page of the alarm log, with the cursor of the next one. */
export async function listAlarmLog(
  db: Db,
  scope: Scope,
  query: LogQuery,
  language: Language,
): Promise<LogPage> {
  const records = await listLogRecords(db, scope, query);
  const page = records.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    rows: page.map((record) => toRow(record, language)),
    next: records.length > page.length && last !== undefined ? `${last.micros}-${last.entryId}` : null,
  };
}

import type { AlarmLogRow, AlarmLogValue, AlarmOperation } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { alarmName } from "../alarm-texts.ts";

/** What happened, as the filter and the entries name it. Needs the texts' parts `faults` and `logs`. */
export function operationText(operation: AlarmOperation, t: TFunction): string {
  switch (operation) {
    case "clearedSingle":
      return t("alarms.resolution.single");
    case "clearedBatch":
      return t("alarms.resolution.batch");
    case "clearedForced":
      return t("alarms.resolution.forced");
    case "assigned":
      return t("alarms.event.assignment");
    case "severity":
      return t("logs.alarm.severityChanged");
    default:
      return t(`alarms.event.${operation}`);
  }
}

const stateKeys = {
  present: "alarms.condition.present",
  ended: "alarms.conditionFilter.gone",
  unresolved: "alarms.status.unresolved",
  resolved: "alarms.status.resolved",
} as const;

function formatValue(value: AlarmLogValue, t: TFunction): string {
  switch (value.of) {
    case "severity":
      return t(`status.${value.severity}`);
    case "state":
      return t(stateKeys[value.state]);
    case "assignee":
      return value.name ?? t("alarms.hiddenName");
    case "parent":
      return `${value.alias || value.sn}: ${alarmName(value.faultCode, t)}`;
  }
}

/** The value before or after a change; empty without one. */
export function valueText(row: AlarmLogRow, which: "original" | "new", t: TFunction): string {
  const value = row[which];
  if (value !== null) return formatValue(value, t);
  return row.operation === "assigned" ? t("alarms.unassigned") : "";
}

/** Who did it. */
export function operatorText({ isSystem, operatorName }: AlarmLogRow, t: TFunction): string {
  if (isSystem) return t("logs.alarm.system");
  return operatorName ?? t("logs.deletedAccount");
}

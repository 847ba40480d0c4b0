import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { AlarmService } from "./alarms.service.ts";

export function mountAlarmRoutes(mount: Mount, alarms: AlarmService): void {
  const { alarm } = endpoints;
  mount(endpoints.home.warningCount, ({ scope }) => alarms.countUnresolved(scope));
  mount(alarm.list, ({ scope, query }) => alarms.list(scope, query));
  mount(alarm.counts, ({ scope, query }) => alarms.counts(scope, query));
  mount(alarm.get, (call) => alarms.get(call.scope, plantOf(call), call.query.alarmId));
  mount(alarm.evidence, ({ scope, query }) => alarms.evidence(scope, query.alarmId));
  mount(alarm.log, ({ scope, query, language }) => alarms.log(scope, query, language));
  mount(alarm.assignees, (call) => alarms.assignees(call, plantOf(call), call.query.search));

  mount(alarm.clear, (call) => alarms.clear(call, call.body.alarmId));
  mount(alarm.batchClear, (call) => alarms.batchClear(call, call.body.alarmIds));
  mount(alarm.forceClear, (call) => alarms.forceClear(call, call.body.alarmIds, call.body.reason));
  mount(alarm.acknowledge, (call) => alarms.acknowledge(call, call.body.alarmIds));
  mount(alarm.assign, (call) => alarms.assign(call, call.body.alarmId, call.body.assigneeId));
  mount(alarm.comment, (call) => alarms.comment(call, call.body.alarmId, call.body.text));
  mount(alarm.severity, (call) => alarms.changeSeverity(call, call.body.alarmId, call.body.severity));
}

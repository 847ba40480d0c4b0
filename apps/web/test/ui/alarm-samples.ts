import type { AlarmRow, AlarmSeverity, DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { FakeServer } from "./fake-server.ts";

const at = "2026-05-04T09:00:00.000Z";

export const makeAlarm = (change: Partial<AlarmRow> = {}): AlarmRow => ({
  alarmId: crypto.randomUUID(),
  kind: "device",
  faultCode: "H201",
  source: "OPT",
  description: "internalFault",
  severity: "fault",
  status: "unresolved",
  count: 3,
  firstAt: at,
  lastAt: at,
  goneAt: null,
  acknowledgedAt: null,
  acknowledgedByName: null,
  assigneeId: null,
  assigneeName: null,
  resolvedAt: null,
  resolvedByName: null,
  resolution: null,
  resolutionReason: "",
  stationId: crypto.randomUUID(),
  stationName: "Roof",
  timeZone: "UTC",
  deviceId: crypto.randomUUID(),
  sn: "OP-1",
  alias: "",
  deviceType: "OPT",
  slotLabel: "C15-4",
  parentAlarmId: null,
  groupedCount: 0,
  mayOperate: true,
  ...change,
});

type Detail = DataInputOf<typeof endpoints.alarm.get>;

export const makeAlarmDetail = (alarm: AlarmRow, events: Detail["events"] = []): Detail => ({
  ...alarm,
  lostPerMonth: null,
  events: [
    ...events,
    {
      eventId: crypto.randomUUID(),
      at,
      kind: "raised",
      accountName: null,
      text: "",
      severity: null,
      resolution: null,
      assigneeName: null,
    },
  ],
});

const noon = Date.parse(at);
const instant = (minute: number): string => new Date(noon + minute * 60_000).toISOString();

/** A device without power beside peers that produce. */
const evidence = (): DataInputOf<typeof endpoints.alarm.evidence> => ({
  fromAt: instant(-720),
  toAt: instant(720),
  stepS: 300,
  points: [0, 5, 10].map((minute) => ({
    at: instant(minute),
    powerW: 0,
    voltageV: 36,
    currentA: 0,
    temperatureC: 30,
  })),
  peers: [
    {
      deviceId: crypto.randomUUID(),
      sn: "OP-2",
      slotLabel: "C15-5",
      points: [0, 5, 10].map((minute) => ({ at: instant(minute), powerW: 280 })),
    },
  ],
  peerCount: 1,
  peerMean: [0, 5, 10].map((minute) => ({ at: instant(minute), powerW: 280 })),
});

/** Replies to lists, counts, pages and changes of alarms; rows are filtered as the server does. */
export function replyWithAlarms(server: FakeServer, alarms: readonly AlarmRow[]): void {
  server.reply(endpoints.alarm.list, ({ query }) => {
    const rows = alarms.filter(
      (alarm) =>
        (query.kind === undefined || alarm.kind === query.kind) &&
        (query.status === undefined || alarm.status === query.status) &&
        (query.severity === undefined || alarm.severity === query.severity) &&
        (query.stationId === undefined || alarm.stationId === query.stationId) &&
        (query.deviceId === undefined || alarm.deviceId === query.deviceId) &&
        (query.faultCode === undefined || alarm.faultCode === query.faultCode) &&
        (query.search === undefined || `${alarm.slotLabel} ${alarm.sn}`.includes(query.search)) &&
        (query.condition === undefined || (query.condition === "gone") === (alarm.goneAt !== null)),
    );
    return { rows, total: rows.length, isTotalCapped: false };
  });
  server.reply(endpoints.alarm.counts, ({ query }) => {
    const open = alarms.filter(
      ({ status, stationId }) =>
        status === "unresolved" && (query.stationId === undefined || stationId === query.stationId),
    );
    const of = (kind: AlarmRow["kind"], severity: AlarmSeverity) =>
      open.filter((alarm) => alarm.kind === kind && alarm.severity === severity);
    const rows = (["device", "threshold"] as const).flatMap((kind) =>
      (["fault", "alarm", "warning"] as const).flatMap((severity) => {
        const found = of(kind, severity);
        const unacknowledged = found.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
        return found.length === 0 ? [] : [{ kind, severity, total: found.length, unacknowledged }];
      }),
    );
    return { rows };
  });
  server.reply(endpoints.alarm.get, ({ query }) => {
    const alarm = alarms.find(({ alarmId }) => alarmId === query.alarmId);
    if (alarm === undefined) throw new Error(`no alarm ${query.alarmId}`);
    return makeAlarmDetail(alarm);
  });
  server.reply(endpoints.alarm.evidence, evidence);
  server.reply(endpoints.alarm.assignees, {
    rows: [{ accountId: crypto.randomUUID(), userName: "Ana", companyName: "Heliograph" }],
  });
}

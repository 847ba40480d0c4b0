import { z } from "zod";
import { MAX_ALARMS_PER_CALL, MAX_CLEAR_REASON } from "./alarm-limits.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, line, listOf, paging, paragraph, requiredLine } from "./primitives.ts";

/** R3.13: `device`: reported by a device or found by its missing data; `threshold`: a measured value beyond a limit. */
export const alarmKind = z.enum(["device", "threshold"]);
export type AlarmKind = z.output<typeof alarmKind>;

/** In order of severity, the lowest first; `alarm` is the severity of threshold alarms. */
export const alarmSeverity = z.enum(["warning", "alarm", "fault"]);
export type AlarmSeverity = z.output<typeof alarmSeverity>;

/** R4.11: only clearing resolves an alarm; the end of its condition does not. */
export const alarmStatus = z.enum(["unresolved", "resolved"]);
export type AlarmStatus = z.output<typeof alarmStatus>;

/** How an alarm was cleared. */
export const alarmResolution = z.enum(["single", "batch", "forced"]);
export type AlarmResolution = z.output<typeof alarmResolution>;

/** R3.13. Names of accounts are null where they are not visible to the reader. */
export const alarmRow = z.object({
  alarmId: id,
  kind: alarmKind,
  /** Event number of a device, or `H` and three digits for what the server found. */
  faultCode: z.string(),
  /** What reported it: a device type. */
  source: z.string(),
  /** Key of the description in the fault-code catalogue; empty for a maker's own number. */
  description: z.string(),
  severity: alarmSeverity,
  status: alarmStatus,
  /** Occurrences; repeats within a report interval count once. */
  count: z.int(),
  firstAt: instant,
  lastAt: instant,
  /** When the condition ended; null while it is present. */
  goneAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  acknowledgedByName: z.string().nullable(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  resolvedAt: instant.nullable(),
  resolvedByName: z.string().nullable(),
  resolution: alarmResolution.nullable(),
  /** Reason of a forced clear. */
  resolutionReason: z.string(),
  stationId: id,
  stationName: z.string(),
  timeZone: z.string(),
  deviceId: id,
  sn: z.string(),
  alias: z.string(),
  deviceType,
  /** Empty for a device without a slot, and where the plant's layout is hidden from the caller. */
  slotLabel: z.string(),
  /** The alarm of a parent that is down, under which this one is grouped. */
  parentAlarmId: id.nullable(),
  /** Unresolved alarms grouped under this one. */
  groupedCount: z.int(),
  /** Whether the caller's access to the plant allows clearing, acknowledging and assigning. */
  mayOperate: z.boolean(),
});
export type AlarmRow = z.output<typeof alarmRow>;

const alarmEventKind = z.enum([
  "raised",
  "gone",
  "acknowledged",
  "assigned",
  "commented",
  "severity",
  "cleared",
  "grouped",
  "ungrouped",
]);

/** One entry of an alarm's history. */
const alarmEvent = z.object({
  eventId: z.string(),
  at: instant,
  kind: alarmEventKind,
  /** Null without an account, and where the name is not visible to the reader. */
  accountName: z.string().nullable(),
  /** Text of a comment, or reason of a forced clear. */
  text: z.string(),
  /** New severity. */
  severity: alarmSeverity.nullable(),
  resolution: alarmResolution.nullable(),
  /** New assignee; null when it was removed, and where the name is not visible to the reader. */
  assigneeName: z.string().nullable(),
});
export type AlarmEvent = z.output<typeof alarmEvent>;

const listPath = "/alarm/list";
const countsPath = "/alarm/counts";
const detailPath = "/alarm/detail";

/** Reads that a change of an alarm makes stale. */
const stale = [listPath, countsPath, detailPath, "/alarm/log"] as const;
/** And those that a change of a present alarm makes stale: it may decide a status. */
const staleWithStatus = [
  ...stale,
  "/workData/powerStation/list",
  "/workData/powerStation/detail",
  "/workData/device/list",
] as const;

const readList = { who: ["alarm:read"], scope: { kind: "in-scope" } } as const;
const readOne = {
  who: ["alarm:read"],
  scope: { kind: "plant", level: "read", by: { alarmId: "alarmId" }, part: "alarms" },
} as const;
const changeOne = {
  who: ["alarm:clear"],
  scope: { kind: "plant", level: "operate", by: { alarmId: "alarmId" }, part: "alarms" },
} as const;
/** Rows of plants that the caller may not operate are refused one by one. */
const changeMany = { who: ["alarm:clear"], scope: { kind: "in-scope" } } as const;

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

const filters = {
  kind: alarmKind.optional(),
  status: alarmStatus.optional(),
  severity: alarmSeverity.optional(),
  stationId: id.optional(),
  deviceId: id.optional(),
  faultCode: line(40).optional(),
  /** A whole fault code, or part of a plant's name, a serial number, alias or place. */
  search: line(60).optional(),
  /** Alarms whose last occurrence is in this range, its end excluded. */
  fromAt: instant.optional(),
  toAt: instant.optional(),
  /** Whether the condition is still present. */
  condition: z.enum(["present", "gone"]).optional(),
  assignedToMe: flag.optional(),
  /** Only the alarms grouped under this one. */
  parentAlarmId: id.optional(),
};

export const listAlarms = defineEndpoint({
  method: "GET",
  path: listPath,
  summary:
    "Alarms of the caller's plants (R3.13); those grouped under a parent only with a device, a search or the parent",
  access: readList,
  query: z.object({
    ...paging,
    order: z.enum(["asc", "desc"]).default("desc"),
    sort: z
      .enum([
        "lastAt",
        "firstAt",
        "goneAt",
        "severity",
        "faultCode",
        "count",
        "status",
        "stationName",
        "sn",
        "acknowledgedAt",
      ])
      .default("lastAt"),
    ...filters,
  }),
  /**
   * `total` is at most 10,000, and less where a search matches much: it is then counted up to the end of the page.
   * `isTotalCapped` says that more match.
   */
  data: listOf(alarmRow).extend({ isTotalCapped: z.boolean() }),
  errors: ["A0230", "A0300", "A0400"],
  // Devices and other users change it.
  cache: "bypass",
});

export const countAlarms = defineEndpoint({
  method: "GET",
  path: countsPath,
  summary:
    "Unresolved alarms of the caller's plants by severity and kind, without those grouped under a parent",
  access: readList,
  query: z.object({ kind: alarmKind.optional(), stationId: id.optional() }),
  data: z.object({
    /** Without rows for what has no alarm. */
    rows: z.array(
      z.object({
        kind: alarmKind,
        severity: alarmSeverity,
        total: z.int(),
        /** Of the total: not acknowledged yet. */
        unacknowledged: z.int(),
      }),
    ),
  }),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});

export const getAlarm = defineEndpoint({
  method: "GET",
  path: detailPath,
  summary: "One alarm with its history, the newest entries first",
  access: readOne,
  query: z.object({ alarmId: id }),
  data: alarmRow.extend({
    events: z.array(alarmEvent),
    /**
     * Money the device loses in a month, estimated, by an alarm that compares its energy with that of its peers. Null for
     * other alarms, after its end, without a price, and where earnings are hidden from the caller.
     */
    lostPerMonth: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

const evidencePoint = z.object({
  at: instant,
  powerW: z.number().nullable(),
  voltageV: z.number().nullable(),
  currentA: z.number().nullable(),
  temperatureC: z.number().nullable(),
});

export const getAlarmEvidence = defineEndpoint({
  method: "GET",
  path: "/alarm/evidence",
  summary:
    "Measured values of an alarm's device over 24 hours around its last occurrence, beside those of its peers",
  access: readOne,
  query: z.object({ alarmId: id }),
  data: z.object({
    fromAt: instant,
    toAt: instant,
    /** Length of a step; a point is the mean of a step, and steps without samples are absent. */
    stepS: z.int(),
    /** Input values where they are measured, otherwise output values. */
    points: z.array(evidencePoint),
    /** Devices of the same type behind the same parent, nearest first; the mean power of all of them is `peerMean`. */
    peers: z.array(
      z.object({
        deviceId: id,
        sn: z.string(),
        slotLabel: z.string(),
        points: z.array(z.object({ at: instant, powerW: z.number().nullable() })),
      }),
    ),
    peerCount: z.int(),
    peerMean: z.array(z.object({ at: instant, powerW: z.number() })),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
export type AlarmEvidence = z.output<typeof getAlarmEvidence.data>;

/**
 * Result of one alarm of a call for many. `persists`: its condition is still present, only a forced clear resolves it;
 * `notAllowed`: the caller's access to its plant does not suffice; `unchanged`: it was resolved or acknowledged before.
 */
export const alarmResult = z.enum(["done", "persists", "notAllowed", "unchanged"]);
export type AlarmResult = z.output<typeof alarmResult>;

const alarmIds = z
  .array(id)
  .min(1)
  .max(MAX_ALARMS_PER_CALL)
  .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" });
/** Alarms that do not exist or are not visible to the caller have no row. */
const rowResults = z.object({ rows: z.array(z.object({ alarmId: id, result: alarmResult })) });

export const clearAlarm = defineEndpoint({
  method: "POST",
  path: "/alarm/clear",
  summary: "Resolve an alarm whose condition has ended (R4.11)",
  access: changeOne,
  body: z.strictObject({ alarmId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: stale,
});

export const clearAlarms = defineEndpoint({
  method: "POST",
  path: "/alarm/batchClear",
  summary: "Resolve the alarms whose condition has ended, with a result for each (R4.11)",
  access: changeMany,
  body: z.strictObject({ alarmIds }),
  data: rowResults,
  errors: ["A0230", "A0300", "A0400"],
  invalidates: stale,
});

export const forceClearAlarms = defineEndpoint({
  method: "POST",
  path: "/alarm/forceClear",
  summary: "Resolve alarms whether or not their condition is still present, with a reason (R4.11)",
  access: changeMany,
  body: z.strictObject({ alarmIds, reason: requiredLine(MAX_CLEAR_REASON) }),
  data: rowResults,
  errors: ["A0230", "A0300", "A0400"],
  invalidates: staleWithStatus,
});

export const acknowledgeAlarms = defineEndpoint({
  method: "POST",
  path: "/alarm/acknowledge",
  summary: "Acknowledge unresolved alarms, with a result for each",
  access: changeMany,
  body: z.strictObject({ alarmIds }),
  data: rowResults,
  errors: ["A0230", "A0300", "A0400"],
  invalidates: stale,
});

export const listAssignees = defineEndpoint({
  method: "GET",
  path: "/alarm/assignees",
  summary:
    "Accounts an alarm can be assigned to: those known to the caller that have access to the plant's alarms",
  access: changeOne,
  query: z.object({ alarmId: id, search: line(60).optional() }),
  data: z.object({
    rows: z.array(z.object({ accountId: id, userName: z.string(), companyName: z.string() })),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const assignAlarm = defineEndpoint({
  method: "POST",
  path: "/alarm/assign",
  summary: "Assign an unresolved alarm to an account, or remove the assignee",
  access: changeOne,
  body: z.strictObject({ alarmId: id, assigneeId: id.nullable() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: stale,
});

export const commentAlarm = defineEndpoint({
  method: "POST",
  path: "/alarm/comment",
  summary: "Add a comment to an alarm's history",
  access: changeOne,
  body: z.strictObject({ alarmId: id, text: paragraph(1_000).min(1, { error: "field.required" }) }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: stale,
});

export const changeAlarmSeverity = defineEndpoint({
  method: "POST",
  path: "/alarm/severity",
  summary: "Change the severity of an unresolved alarm",
  access: changeOne,
  body: z.strictObject({ alarmId: id, severity: alarmSeverity }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: staleWithStatus,
});

import { z } from "zod";
import { alarmKind, alarmSeverity } from "./alarm.ts";
import { auditMethods } from "./audit-types.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, line, paging } from "./primitives.ts";

/** R3.14: what happened to an alarm. `gone`: its condition ended; `grouped`: under the alarm of a parent that is down. */
export const alarmOperation = z.enum([
  "raised",
  "gone",
  "acknowledged",
  "assigned",
  "commented",
  "severity",
  "grouped",
  "ungrouped",
  "clearedSingle",
  "clearedBatch",
  "clearedForced",
]);
export type AlarmOperation = z.output<typeof alarmOperation>;

/** A value before or after a change. */
const alarmLogValue = z.discriminatedUnion("of", [
  z.object({ of: z.literal("severity"), severity: alarmSeverity }),
  z.object({ of: z.literal("state"), state: z.enum(["present", "ended", "unresolved", "resolved"]) }),
  /** The assignee; the name is null where it is not visible to the reader. */
  z.object({ of: z.literal("assignee"), name: z.string().nullable() }),
  /** The alarm under which this one is grouped. */
  z.object({
    of: z.literal("parent"),
    alarmId: id,
    faultCode: z.string(),
    sn: z.string(),
    alias: z.string(),
  }),
]);
export type AlarmLogValue = z.output<typeof alarmLogValue>;

/** One change of one alarm (R3.14). */
export const alarmLogRow = z.object({
  entryId: z.string(),
  at: instant,
  operation: alarmOperation,
  alarmId: id,
  kind: alarmKind,
  faultCode: z.string(),
  /** After the change. */
  severity: alarmSeverity,
  stationId: id,
  stationName: z.string(),
  timeZone: z.string(),
  deviceId: id,
  deviceType,
  sn: z.string(),
  alias: z.string(),
  /** Empty for a device without a slot, and where the plant's layout is hidden from the caller. */
  slotLabel: z.string(),
  /** Whether the system acted, not an account. */
  isSystem: z.boolean(),
  /**
   * The user's name, or the company's where the user's is not visible to the reader. Null for the system and for a deleted
   * account.
   */
  operatorName: z.string().nullable(),
  /** Null where there was none, and where it is not known. */
  original: alarmLogValue.nullable(),
  new: alarmLogValue.nullable(),
  /** Text of a comment, or reason of a forced clear. */
  text: z.string(),
  /** How and when the account had signed in; null for the system, and where it is not known. */
  signInMethod: z.enum(auditMethods).nullable(),
  signedInAt: instant.nullable(),
});
export type AlarmLogRow = z.output<typeof alarmLogRow>;

export const listAlarmLog = defineEndpoint({
  method: "GET",
  path: "/alarm/log",
  summary:
    "Changes of alarms of the caller's plants, the newest first, each plant's since the caller has access to its alarms (R3.14)",
  access: { who: ["alarm:read"], scope: { kind: "in-scope" } },
  query: z.object({
    pageSize: paging.pageSize,
    /** `next` of the page before; without it the newest rows. */
    cursor: z
      .string()
      .max(40)
      .regex(/^\d{1,17}-\d{1,18}$/)
      .optional(),
    /** End excluded. */
    fromAt: instant.optional(),
    toAt: instant.optional(),
    stationId: id.optional(),
    deviceId: id.optional(),
    alarmId: id.optional(),
    kind: alarmKind.optional(),
    severity: alarmSeverity.optional(),
    faultCode: line(40).optional(),
    operation: alarmOperation.optional(),
    /** Part of the operator's name. */
    operator: line(60).optional(),
    /** Part of the device's serial number, alias or place. */
    search: line(60).optional(),
  }),
  data: z.object({
    rows: z.array(alarmLogRow),
    /** Cursor of the rows that follow; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ["A0230", "A0300", "A0400"],
  // Devices and other users add rows.
  cache: "bypass",
});

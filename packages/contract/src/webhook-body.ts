import { z } from "zod";
import { alarmKind, alarmSeverity } from "./alarm.ts";
import { deviceType } from "./device.ts";
import { id, instant } from "./primitives.ts";

/** Changes of an alarm: its condition began or ended, or it was cleared. */
export const webhookEventKind = z.enum(["raised", "ended", "cleared"]);
export type WebhookEventKind = z.output<typeof webhookEventKind>;

/** One change of an alarm, and the alarm at the time of the change. */
export const webhookEvent = z.object({
  /** Each change has one id, in every delivery that contains it. */
  eventId: z.string(),
  type: z.enum(["alarm.raised", "alarm.ended", "alarm.cleared"]),
  at: instant,
  alarm: z.object({
    alarmId: id,
    kind: alarmKind,
    faultCode: z.string(),
    /** English name of the fault code. */
    faultName: z.string(),
    severity: alarmSeverity,
    firstAt: instant,
    /** Null while the condition is present. */
    endedAt: instant.nullable(),
    /** Page of the alarm. */
    url: z.string(),
  }),
  plant: z.object({ stationId: id, stationName: z.string(), timeZone: z.string() }),
  device: z.object({
    deviceId: id,
    sn: z.string(),
    alias: z.string(),
    deviceType,
    /** Null without a slot, and where the plant's layout is hidden from the owner of the webhook. */
    slotLabel: z.string().nullable(),
  }),
});
export type WebhookEvent = z.output<typeof webhookEvent>;

/**
 * Body of a webhook request (JSON). Fields may be added within a version; removing one or changing its meaning raises
 * `version`. A test has no events.
 */
export const webhookBody = z.object({
  type: z.enum(["alarm.events", "test"]),
  version: z.literal(1),
  /** When the delivery was created; the same in every attempt. */
  timestamp: instant,
  data: z.object({ events: z.array(webhookEvent) }),
});
export type WebhookBody = z.output<typeof webhookBody>;

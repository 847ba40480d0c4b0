import type { AlarmSeverity, WebhookBody, WebhookEvent } from "@heliograph/contract";
import { alarmSeverity } from "@heliograph/contract";
import { getFaultText } from "@heliograph/contract/fault-texts";
import type { CoveredPlant, CoveringWebhook, QueuedEvent } from "./event-queue.repository.ts";

/** An event as it is stored until it is sent; the link to its alarm is added then. */
export type StoredEvent = Omit<WebhookEvent, "alarm"> & {
  readonly alarm: Omit<WebhookEvent["alarm"], "url">;
};

/** A condition that began earlier than this and has ended is history, such as what a gateway sends after an outage. */
const MAX_ENDED_AGE_MS = 24 * 3_600_000;

const rankOf = (severity: AlarmSeverity): number => alarmSeverity.options.indexOf(severity);

/** Whether webhooks are sent this event at all, whatever they cover. */
export function isSent(
  { kind, at, isChange, isSpared, isGrouped, goneAt }: QueuedEvent,
  now: number,
): boolean {
  if (isGrouped || isSpared || !isChange) return false;
  return kind !== "raised" || goneAt === null || at.getTime() > now - MAX_ENDED_AGE_MS;
}

/** Whether a webhook that covers the event's plant wants it. */
export const isWanted = (
  { minSeverity, events }: CoveringWebhook,
  { kind, severity }: QueuedEvent,
): boolean => events.includes(kind) && rankOf(severity) >= rankOf(minSeverity);

export function toStored(event: QueuedEvent): StoredEvent {
  const { eventId, kind, at, alarmId, alarmKind, faultCode, severity, firstAt, goneAt } = event;
  const { plantId, plantName, timeZone, deviceId, sn, alias, deviceType, slotLabel } = event;
  return {
    eventId,
    type: `alarm.${kind}`,
    at: at.toISOString(),
    alarm: {
      alarmId,
      kind: alarmKind,
      faultCode,
      faultName: getFaultText("en", faultCode).name,
      severity,
      firstAt: firstAt.toISOString(),
      endedAt: goneAt?.toISOString() ?? null,
    },
    plant: { stationId: plantId, stationName: plantName, timeZone },
    device: { deviceId, sn, alias, deviceType, slotLabel },
  };
}

/** The events that the owner of a webhook may read, without what is hidden from it. */
export function keepVisible(events: readonly StoredEvent[], covered: readonly CoveredPlant[]): StoredEvent[] {
  const plants = new Map(covered.map((plant) => [plant.plantId, plant]));
  return events.flatMap((event) => {
    const plant = plants.get(event.plant.stationId);
    if (!plant) return [];
    return [plant.seesLayout ? event : { ...event, device: { ...event.device, slotLabel: null } }];
  });
}

/** The body of a request; the same text in every attempt. */
export function writeBody(
  { isTest, createdAt }: { isTest: boolean; createdAt: Date },
  { events, linkTo }: { events: readonly StoredEvent[]; linkTo(page: string): string },
): string {
  const body: WebhookBody = {
    type: isTest ? "test" : "alarm.events",
    version: 1,
    timestamp: createdAt.toISOString(),
    data: {
      events: events.map((event) => ({
        ...event,
        alarm: { ...event.alarm, url: linkTo(`/alarms/${event.alarm.alarmId}`) },
      })),
    },
  };
  return JSON.stringify(body);
}

import type { AlarmMailSettings } from "@heliograph/contract";
import { alarmSeverity, defaultAlarmMailSettings } from "@heliograph/contract";
import { dueTime } from "./due-time.ts";
import type { NewNotification, QueuedEvent } from "./event-queue.repository.ts";
import type { AlarmReader } from "./readers.repository.ts";

/** A condition that began earlier than this and has ended is history, such as what a gateway sends after an outage. */
const MAX_ENDED_AGE_MS = 24 * 3_600_000;

const rankOf = (severity: QueuedEvent["severity"]): number => alarmSeverity.options.indexOf(severity);

/** Settings of a reader; the defaults in the zone of its plant. */
export const settingsOf = ({ settings }: AlarmReader, timeZone: string): AlarmMailSettings =>
  settings ?? { ...defaultAlarmMailSettings, timeZone };

/** Whether accounts may be mailed this event. */
export function isNotifiable({ kind, at, isChange, isOpen, goneAt }: QueuedEvent, now: number): boolean {
  if (!isChange || !isOpen) return false;
  if (kind === "gone") return goneAt !== null;
  return goneAt === null || at.getTime() > now - MAX_ENDED_AGE_MS;
}

/** Whether the settings of a reader of the plant ask for mails about it with this severity. */
export function isWanted(
  reader: AlarmReader,
  { plantId, severity }: Pick<QueuedEvent, "plantId" | "severity">,
): boolean {
  const { plants, stationIds, minSeverity, isOn } = settingsOf(reader, "UTC");
  if (!isOn || rankOf(severity) < rankOf(minSeverity)) return false;
  return plants === "all" || (plants === "owned" ? reader.isOwner : stationIds.includes(plantId));
}

/** The notifications of an event: of a beginning to all who want it, of an end to those who were mailed the beginning. */
export function listNotifications(
  event: QueuedEvent,
  readers: readonly AlarmReader[],
  { now, mailedPairs }: { now: number; mailedPairs: ReadonlySet<string> },
): NewNotification[] {
  const { eventId, alarmId, kind, at, timeZone } = event;
  return readers
    .filter((reader) => isWanted(reader, event))
    .filter(
      (reader) =>
        kind === "raised" ||
        (settingsOf(reader, timeZone).hasRecovery && mailedPairs.has(`${alarmId}/${reader.accountId}`)),
    )
    .map((reader) => ({
      accountId: reader.accountId,
      eventId,
      alarmId,
      kind,
      at,
      dueAt: new Date(dueTime(now, settingsOf(reader, timeZone), timeZone)),
    }));
}

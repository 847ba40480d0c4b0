import type { AlarmRow } from "@heliograph/contract";
import { durationText } from "../../shared/alarms/duration-text.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";

type Alarm = Pick<AlarmRow, "firstAt" | "goneAt" | "resolvedAt">;

const MINUTE_S = 60;

/** Seconds from the first occurrence to the end of the condition or the clearing of the alarm; of others to `now`. */
export function alarmSeconds({ firstAt, goneAt, resolvedAt }: Alarm, now: number): number {
  const endAt = goneAt ?? resolvedAt;
  const seconds = ((endAt === null ? now : Date.parse(endAt)) - Date.parse(firstAt)) / 1_000;
  return seconds < MINUTE_S ? seconds : seconds - (seconds % MINUTE_S);
}

/** How long the condition of an alarm has lasted. */
export function AlarmDuration({ alarm }: { readonly alarm: Alarm }) {
  const { tag } = useLocale();
  const now = useServerNow();
  return <span className="quantity">{durationText(alarmSeconds(alarm, now), tag)}</span>;
}

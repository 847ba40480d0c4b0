import type { AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatClock, formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useServerNow } from "../ui/status/time-ago.tsx";
import { alarmName, unitName } from "./alarm-texts.ts";

export type ReasonAlarm = Pick<
  AlarmRow,
  "alarmId" | "faultCode" | "firstAt" | "timeZone" | "slotLabel" | "alias" | "sn"
>;

/** Why something is not normal: "C15-4: Internal fault since 14:02". Needs the texts' part `faults`. */
export function useReasonSentence(alarm: ReasonAlarm, hasUnit: boolean): string {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const { faultCode, firstAt, timeZone } = alarm;
  const at = Date.parse(firstAt);
  const dayOf = (moment: number): string => new Date(moment).toLocaleDateString("sv", { timeZone });
  const name = alarmName(faultCode, t);
  const time = (dayOf(at) === dayOf(now) ? formatClock : formatDateTime)(at, timeZone, tag);
  return hasUnit
    ? t("reason.ofUnit", { unit: unitName(alarm), name, time })
    : t("reason.since", { name, time });
}

import type { AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatSince } from "../base/format/times.ts";
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
  const name = alarmName(faultCode, t);
  const time = formatSince(Date.parse(firstAt), now, timeZone, tag);
  return hasUnit
    ? t("reason.ofUnit", { unit: unitName(alarm), name, time })
    : t("reason.since", { name, time });
}

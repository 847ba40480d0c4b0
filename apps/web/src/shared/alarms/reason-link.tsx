import type { AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatClock, formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useServerNow } from "../ui/status/time-ago.tsx";
import { alarmName, unitName } from "./alarm-texts.ts";
import "./reason-link.css";

export interface AlarmReasonProps {
  readonly alarm: Pick<
    AlarmRow,
    "alarmId" | "faultCode" | "firstAt" | "timeZone" | "slotLabel" | "alias" | "sn"
  >;
  /** Names the device, where the sentence is not beside it already. */
  readonly hasUnit?: boolean;
  /** Truncated in a narrow column: the whole sentence is its tooltip. */
  readonly isShort?: boolean;
  /** Further alarms, and the address that lists them. */
  readonly more?: { readonly count: number; readonly address: string };
}

/** Needs the texts' part `faults`. */
export function ReasonLink({ alarm, hasUnit = false, isShort = false, more }: AlarmReasonProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const { alarmId, faultCode, firstAt, timeZone } = alarm;
  const at = Date.parse(firstAt);
  const dayOf = (moment: number): string => new Date(moment).toLocaleDateString("sv", { timeZone });
  const name = alarmName(faultCode, t);
  const time = (dayOf(at) === dayOf(now) ? formatClock : formatDateTime)(at, timeZone, tag);
  const sentence = hasUnit
    ? t("reason.ofUnit", { unit: unitName(alarm), name, time })
    : t("reason.since", { name, time });
  return (
    <>
      <Link className="reason-link" to={`/alarms/${alarmId}`} {...(isShort && { title: sentence })}>
        {sentence}
      </Link>
      {more !== undefined && more.count > 0 && (
        <Link to={more.address}>{t("reason.more", { count: more.count })}</Link>
      )}
    </>
  );
}

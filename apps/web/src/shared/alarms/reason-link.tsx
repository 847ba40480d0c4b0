import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ReasonAlarm } from "./use-reason-sentence.ts";
import { useReasonSentence } from "./use-reason-sentence.ts";
import "./reason-link.css";

export interface AlarmReasonProps {
  readonly alarm: ReasonAlarm;
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
  const sentence = useReasonSentence(alarm, hasUnit);
  return (
    <>
      <Link
        className={isShort ? "reason-link one-line" : "reason-link"}
        to={`/alarms/${alarm.alarmId}`}
        {...(isShort && { title: sentence })}
      >
        {sentence}
      </Link>
      {more !== undefined && more.count > 0 && (
        <Link to={more.address}>{t("reason.more", { count: more.count })}</Link>
      )}
    </>
  );
}

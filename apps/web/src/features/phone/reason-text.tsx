import type { ReasonAlarm } from "../../shared/alarms/use-reason-sentence.ts";
import { useReasonSentence } from "../../shared/alarms/use-reason-sentence.ts";

export interface ReasonTextProps {
  readonly alarm: ReasonAlarm;
  /** Below the name of its device. */
  readonly isShort?: boolean;
}

/** The alarm that decides a status, as one sentence. Needs the texts' part `faults`. */
export function ReasonText({ alarm, isShort = false }: ReasonTextProps) {
  return useReasonSentence(alarm, !isShort);
}

import type { ReasonAlarm } from "../../shared/alarms/use-reason-sentence.ts";
import { useReasonSentence } from "../../shared/alarms/use-reason-sentence.ts";

/** The alarm that decides a plant's status, as one sentence. Needs the texts' part `faults`. */
export function ReasonText({ alarm }: { readonly alarm: ReasonAlarm }) {
  return useReasonSentence(alarm, true);
}

import type { ReasonAlarm } from "../../shared/alarms/use-reason-sentence.ts";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";

/** An alarm as one sentence. The catalogue of fault codes is loaded where an alarm is shown. */
export const LazyReason = lazyPart<{ alarm: ReasonAlarm }>(async () => {
  const [module] = await Promise.all([import("./reason-text.tsx"), loadTexts("faults")]);
  return module.ReasonText;
});

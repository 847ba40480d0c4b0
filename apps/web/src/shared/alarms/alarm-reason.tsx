import { Suspense } from "react";
import { loadTexts } from "../base/i18n/i18n.ts";
import { lazyPart } from "../routing/lazy-part.tsx";
import type { AlarmReasonProps } from "./reason-link.tsx";

// The catalogue of fault codes is loaded where an alarm is shown.
const ReasonLink = lazyPart<AlarmReasonProps>(async () => {
  const [module] = await Promise.all([import("./reason-link.tsx"), loadTexts("faults")]);
  return module.ReasonLink;
});

/** Why something is not normal, with a link to the alarm: "C15-4: Internal fault since 14:02". */
export function AlarmReason(props: AlarmReasonProps) {
  return (
    <Suspense fallback={null}>
      <ReasonLink {...props} />
    </Suspense>
  );
}

import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import type { ReasonTextProps } from "./reason-text.tsx";

/** An alarm as one sentence. The catalogue of fault codes is loaded where an alarm is shown. */
export const LazyReason = lazyPart<ReasonTextProps>(async () => {
  const [module] = await Promise.all([import("./reason-text.tsx"), loadTexts("faults")]);
  return module.ReasonText;
});

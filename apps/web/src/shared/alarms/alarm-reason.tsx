import type { ComponentType } from "react";
import { Suspense } from "react";
import { loadTexts } from "../base/i18n/i18n.ts";
import { lazyPart } from "../routing/lazy-part.tsx";
import type { AlarmReasonProps } from "./reason-link.tsx";

let Loaded: ComponentType<AlarmReasonProps> | undefined;

// The catalogue of fault codes is loaded where an alarm is shown.
async function loadReasons(): Promise<ComponentType<AlarmReasonProps>> {
  const [module] = await Promise.all([import("./reason-link.tsx"), loadTexts("faults")]);
  Loaded = module.ReasonLink;
  return module.ReasonLink;
}

const ReasonLink = lazyPart<AlarmReasonProps>(loadReasons);

let prepared: Promise<void> | undefined;

/**
 * What a list with alarms waits for, so that its rows do not grow when the reasons arrive; undefined once it is loaded.
 * A failure is left to the reasons themselves.
 */
export function prepareReasons(): Promise<void> | undefined {
  if (Loaded !== undefined) return undefined;
  prepared ??= loadReasons().then(
    () => undefined,
    () => undefined,
  );
  return prepared;
}

/** Why something is not normal, with a link to the alarm: "C15-4: Internal fault since 14:02". */
export function AlarmReason(props: AlarmReasonProps) {
  if (Loaded !== undefined) return <Loaded {...props} />;
  return (
    <Suspense fallback={props.isShort === true ? <ReasonPlace /> : null}>
      <ReasonLink {...props} />
    </Suspense>
  );
}

/** As high as a reason of one line. */
const ReasonPlace = () => (
  <span className="reason-link one-line" aria-hidden="true">
    {"\u00a0"}
  </span>
);

import { isHeldState } from "@heliograph/contract/safety-states";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { EarlierEvidence } from "./earlier-evidence.tsx";
import { isProvenEarlier } from "./evidence-age.ts";
import { OfflineGateways } from "./offline-gateways.tsx";
import type { Safety } from "./safety-texts.ts";
import { headlineOf, isCounting, isPressWaiting } from "./safety-texts.ts";
import { useEvidenceTime } from "./use-evidence-age.ts";
import { useSecondsUntil } from "./use-safety.ts";

/** Offline gateways that are named; the others are counted. */
const MAX_GATEWAYS = 12;

interface SafetyNowProps {
  readonly safety: Safety;
  readonly timeZone: string;
  /** Heading of one part of a page about the plant: what is not in effect has the size of its text. */
  readonly title: ReactNode;
}

/** The state of a plant, what it means, and who led to it. */
export function SafetyNow({ safety, timeZone, title }: SafetyNowProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { state, operation, counts, evidence } = safety;
  const formatAt = useEvidenceTime(timeZone);
  const at = (iso: string) => formatSecond(Date.parse(iso), timeZone, tag);
  const unknown = t("safety.someone");
  // "Normal operation" would be read as the state of the plant, beside its faults.
  const isPart = title !== undefined;
  const isQuiet =
    isPart && state === "normal" && safety.unitOperations.length === 0 && !isPressWaiting(safety);
  return (
    <div className="safety-state">
      {isPart && <h2 className="safety-title">{title}</h2>}
      <p className={isQuiet ? undefined : "safety-now"} role="status">
        {isQuiet ? (
          <StatusMark variant="inactive" text={t("safety.stateText.normal")} />
        ) : (
          <StatusMark {...headlineOf(safety, t, formatAt)} />
        )}
        {state !== "normal" && operation?.isDrill === true && (
          <StatusMark variant="scheduled" text={t("safety.alone.drill")} />
        )}
      </p>
      {operation !== null && isCounting(safety) && <Countdown safety={safety} until={operation.deadlineAt} />}
      {isProvenEarlier(state, evidence) && <EarlierEvidence evidence={evidence} timeZone={timeZone} />}
      {isHeldState(state) && <OfflineGateways evidence={evidence} maxNamed={MAX_GATEWAYS} />}
      {!isQuiet &&
        !isPressWaiting(safety) &&
        !(state === "shut-down" && isProvenEarlier(state, evidence)) && (
          <p>
            {t(
              state === "normal" && safety.unitOperations.length > 0
                ? "safety.alone.text"
                : `safety.stateText.${state}`,
            )}
          </p>
        )}
      {isHeldState(state) && counts.dark > 0 && <p>{t("safety.tooDark", { count: counts.dark })}</p>}
      {state !== "normal" && operation !== null && (
        <>
          <p>
            {t(operation.kind === "shutdown" ? "safety.stoppedBy" : "safety.resetBy", {
              name: operation.byName ?? unknown,
              at: at(operation.acceptedAt),
            })}
            {operation.reason !== "" && ` · ${operation.reason}`}
          </p>
          <p className="note">
            {t("safety.progress", {
              units: counts.units,
              sent: counts.sent,
              acknowledged: counts.acknowledged,
              proven: counts.proven,
              dark: counts.dark,
            })}
          </p>
        </>
      )}
    </div>
  );
}

/** Seconds left beside the share of units that are proven. */
function Countdown({ safety, until }: { readonly safety: Safety; readonly until: string }) {
  const { t } = useTranslation();
  const { counts } = safety;
  const seconds = useSecondsUntil(until);
  return (
    <div className="safety-progress">
      <span className="safety-countdown">{t("safety.seconds", { seconds })}</span>
      <progress
        max={Math.max(counts.units, 1)}
        value={counts.proven}
        aria-label={t("safety.proven", { count: counts.proven })}
      />
      <span className="safety-share">
        {counts.proven}/{counts.units}
      </span>
    </div>
  );
}

import type { SafetyUnit } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { FailedState, Skeleton } from "../ui/status/empty-state.tsx";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { SafetyActions } from "./safety-actions.tsx";
import type { Safety } from "./safety-texts.ts";
import { evidenceText, isCounting, isProven, SAFETY_VARIANTS, stateText } from "./safety-texts.ts";
import { useSafety, useSecondsUntil } from "./use-safety.ts";
import "./safety.css";

interface SafetyPanelProps {
  readonly plant: { readonly stationId: string; readonly name: string; readonly timeZone: string };
  /** Whether the password can be confirmed on this page. */
  readonly canReset: boolean;
}

/** The shutdown of a plant: state, countdown, holder, what can be done, and every unit that is not proven. */
export function SafetyPanel({ plant, canReset }: SafetyPanelProps) {
  const { stationId, name, timeZone } = plant;
  const { t } = useTranslation();
  const query = useSafety(stationId, { withUnits: true });
  const { data } = query;
  if (data === undefined)
    return query.isError ? (
      <FailedState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height="16rem" />
    );
  return (
    <section className="card safety" aria-label={t("safety.title")} data-state={data.state}>
      <State safety={data} timeZone={timeZone} />
      <SafetyActions stationId={stationId} name={name} safety={data} canReset={canReset} />
      {data.state === "normal" ? <Readiness safety={data} /> : <Units safety={data} timeZone={timeZone} />}
    </section>
  );
}

function State({ safety, timeZone }: { readonly safety: Safety; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { state, operation, counts, marks } = safety;
  const seconds = useSecondsUntil(isCounting(safety) ? operation?.deadlineAt : undefined);
  const at = (iso: string) => formatSecond(Date.parse(iso), timeZone, tag);
  const unknown = t("safety.someone");
  return (
    <div className="safety-state">
      <p className="safety-now" role="status">
        <StatusMark variant={SAFETY_VARIANTS[state]} text={stateText(safety, t)} />
        {seconds > 0 && <span className="safety-countdown">{t("safety.seconds", { seconds })}</span>}
      </p>
      <p>{t(`safety.stateText.${state}`)}</p>
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
      {marks.map(({ markId, byName, note, markedAt }) => (
        <p key={markId}>
          <StatusMark
            variant="warning"
            text={t("safety.markedBy", { name: byName ?? unknown, at: at(markedAt) })}
          />
          {note !== "" && ` · ${note}`}
        </p>
      ))}
    </div>
  );
}

/** Before a shutdown: what it would open, and what it would not. */
function Readiness({ safety }: { readonly safety: Safety }) {
  const { t } = useTranslation();
  const { gateways, counts } = safety;
  return (
    <div>
      <h3>{t("safety.check")}</h3>
      <p>{t("safety.checkUnits", { count: counts.units })}</p>
      <ul className="safety-units">
        {gateways.map(({ deviceId, sn, isOnline, unitCount }) => (
          <li key={deviceId}>
            <strong>{sn}</strong>
            <span>{t("safety.gatewayUnits", { count: unitCount })}</span>
            <StatusMark
              variant={isOnline ? "good" : "inactive"}
              text={t(isOnline ? "safety.gatewayOnline" : "safety.gatewayOffline")}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Units({ safety, timeZone }: { readonly safety: Safety; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const open = safety.units.filter((unit) => !isProven(unit, safety));
  const proven = safety.units.filter((unit) => isProven(unit, safety));
  const nameOf = ({ slotLabel, sn }: SafetyUnit) => (slotLabel === "" ? sn : `${slotLabel} · ${sn}`);
  return (
    <>
      {open.length > 0 && (
        <>
          <h3>{t("safety.notProven", { count: open.length })}</h3>
          <ul className="safety-units">
            {open.map((unit) => (
              <li key={unit.deviceId}>
                <strong>{nameOf(unit)}</strong>
                <span>{unit.gatewaySn}</span>
                <span>{evidenceText(unit, safety, t)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {proven.length > 0 && (
        <details>
          <summary>{t("safety.proven", { count: proven.length })}</summary>
          <ul className="safety-units">
            {proven.map((unit) => (
              <li key={unit.deviceId}>
                <strong>{nameOf(unit)}</strong>
                <span>{unit.gatewaySn}</span>
                <span>
                  {t("safety.provenAt", {
                    at: unit.sampleAt === null ? "" : formatSecond(Date.parse(unit.sampleAt), timeZone, tag),
                    output: unit.outputV === null ? "–" : unit.outputV.toFixed(1),
                    input: unit.inputV === null ? "–" : unit.inputV.toFixed(1),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

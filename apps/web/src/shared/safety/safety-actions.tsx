import { endpoints } from "virtual:endpoints";
import { isHeldState } from "@heliograph/contract/safety-states";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { askText } from "../ui/dialog/asking.ts";
import { useAddReason } from "./add-reason.tsx";
import type { Safety } from "./safety-texts.ts";
import { useStop } from "./stop-button.tsx";
import { usePress } from "./use-press.tsx";
import { useSwitchOps } from "./use-safety.ts";

/** Whether the password can be confirmed on this page, only on the plant's page, or nowhere while the service is stopped. */
export type ResetPlace = "here" | "page" | "nowhere";

interface SafetyActionsProps {
  readonly plant: { readonly stationId: string; readonly name: string; readonly timeZone: string };
  readonly safety: Safety;
  readonly resetIn: ResetPlace;
  /** The database is unavailable: only the shutdown of the whole plant works. */
  readonly isDegraded: boolean;
}

/** Shut down, reset, keep shut, release: each where the server allows it, with its reason where it does not. */
export function SafetyActions({ plant, safety, resetIn, isDegraded }: SafetyActionsProps) {
  const { t } = useTranslation();
  const { stationId, name } = plant;
  const { data: ops, isError } = useSwitchOps(stationId, safety);
  const reset = usePress(endpoints.safety.reset);
  const keep = usePress(endpoints.safety.keepShut);
  const release = usePress(endpoints.safety.release);
  const { state, marks, gateways, counts, operation } = safety;
  const isShown = resetIn === "here" && state !== "normal";
  const why = useAddReason({
    stationId,
    operation: isShown ? operation : null,
    title: t(`safety.why.${operation?.kind ?? "shutdown"}`, { name }),
    isDisabled: isDegraded,
  });
  const isHeld = isHeldState(state);
  const isMarked = marks.some(({ isMine }) => isMine);
  const offline = gateways.filter(({ isOnline }) => !isOnline);
  const confirmText = [
    t("safety.confirm.text", { name, count: counts.units }),
    ...(offline.length > 0
      ? [t("safety.confirm.offline", { gateways: offline.map(({ sn }) => sn).join(", ") })]
      : []),
    t("safety.confirm.notice"),
  ].join(" ");

  async function askReset(): Promise<void> {
    const typed = await askText({
      title: t("safety.reset.title", { name }),
      label: t("safety.reset.name"),
      text: t("safety.reset.text"),
      confirmText: t("safety.action.reset"),
      isValid: (text) => text === name.trim(),
      errorText: t("safety.reset.differs"),
    });
    if (typed === undefined) return;
    await reset
      .mutateAsync({ stationId, name: typed, idempotencyKey: crypto.randomUUID() })
      .catch(() => undefined);
  }

  async function askRelease(): Promise<void> {
    const reason = await askText({
      title: t("safety.release.title", { name }),
      label: t("safety.release.reason"),
      text: t("safety.release.text"),
      confirmText: t("safety.action.release"),
      maxLength: 200,
    });
    if (reason === undefined) return;
    await release.mutateAsync({ stationId, reason }).catch(() => undefined);
  }

  async function askKeep(): Promise<void> {
    // A mark is added from the phone's page of a plant without a question: nothing there asks one.
    if (isMarked || resetIn !== "here") return keep.mutate({ stationId, keep: !isMarked });
    const note = await askText({
      title: t("safety.why.mark", { name }),
      label: t("safety.why.optional"),
      text: t("safety.why.markText"),
      confirmText: t("safety.action.mark"),
      isOptional: true,
      maxLength: 200,
    });
    if (note !== undefined) keep.mutate({ stationId, keep: true, note });
  }

  // A shutdown does not wait for the reply about what is allowed: the server decides in any case.
  const isAllowed = ops === undefined || isError || ops.stop.allowed;
  const isStopAllowed = isAllowed && (!isHeld || operation?.isMine === true);
  const stop = useStop({ plant, confirmText, isAgain: isHeld, isAllowed: isStopAllowed });
  const canKeep = isMarked || ((isHeld || state === "released") && operation?.isMine !== true);
  return (
    <>
      <div className="safety-actions">
        {stop.button}
        {resetIn === "page" && state !== "normal" && (
          <Link className="button" to={`/station/${stationId}/safety`}>
            {t("safety.action.resetElsewhere")}
          </Link>
        )}
        {isShown && (
          <button
            type="button"
            className="button"
            disabled={isDegraded || ops?.reset.allowed !== true || reset.isPending}
            onClick={() => void askReset()}
          >
            {t("safety.action.reset")}
          </button>
        )}
        {canKeep && (
          <button
            type="button"
            className="button"
            disabled={isDegraded || keep.isPending}
            onClick={() => void askKeep()}
          >
            {t(isMarked ? "safety.action.unmark" : "safety.action.mark")}
          </button>
        )}
        {why.button}
        {resetIn === "here" && safety.mayRelease && (
          <button
            type="button"
            className="button"
            disabled={isDegraded || release.isPending}
            onClick={() => void askRelease()}
          >
            {t("safety.action.release")}
          </button>
        )}
      </div>
      {ops !== undefined && !isHeld && ops.stop.reason !== undefined && (
        <p className="note">{ops.stop.reason}</p>
      )}
      {ops !== undefined && resetIn !== "nowhere" && state !== "normal" && ops.reset.reason !== undefined && (
        <p className="note">{t("safety.resetRefused", { reason: ops.reset.reason })}</p>
      )}
      {(isDegraded || !isHeld) && stop.note}
      {stop.noReply}
      {reset.note}
      {keep.note}
      {release.note}
      {why.note}
      {stop.dialog}
    </>
  );
}

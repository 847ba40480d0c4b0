import { endpoints } from "virtual:endpoints";
import { isHeldState } from "@heliograph/contract/safety-states";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, useChange } from "../api/queries.ts";
import { askText } from "../ui/dialog/asking.ts";
import { ConfirmDialog } from "../ui/dialog/dialog.tsx";
import type { Safety } from "./safety-texts.ts";

/** Whether the password can be confirmed on this page, only on the plant's page, or nowhere while the service is stopped. */
export type ResetPlace = "here" | "console" | "nowhere";

interface SafetyActionsProps {
  readonly stationId: string;
  readonly name: string;
  readonly safety: Safety;
  readonly resetIn: ResetPlace;
}

/** Shut down, reset, keep shut, release: each where the server allows it, with its reason where it does not. */
export function SafetyActions({ stationId, name, safety, resetIn }: SafetyActionsProps) {
  const { t } = useTranslation();
  const { data: ops } = useQuery(queryOf(endpoints.permission.checkStationOp, { stationId }));
  // One key a press: what is sent again after a lost connection is the same press.
  const [key, setKey] = useState<string>();
  const stop = useChange(endpoints.safety.stop);
  const reset = useChange(endpoints.safety.reset);
  const keep = useChange(endpoints.safety.keepShut);
  const release = useChange(endpoints.safety.release);
  const { state, marks, gateways, counts, operation } = safety;
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

  const canStop = ops?.stop.allowed === true && (!isHeld || operation?.isMine === true);
  const canKeep = isMarked || ((isHeld || state === "released") && operation?.isMine !== true);
  return (
    <>
      <div className="safety-actions">
        <button
          type="button"
          className="button"
          data-kind={isHeld ? "plain" : "danger"}
          disabled={!canStop || stop.isPending}
          onClick={() => setKey(crypto.randomUUID())}
        >
          {t(isHeld ? "safety.action.stopAgain" : "safety.action.stop")}
        </button>
        {resetIn === "console" && state !== "normal" && (
          <Link className="button" to={`/station/${stationId}/safety`}>
            {t("safety.action.resetElsewhere")}
          </Link>
        )}
        {resetIn === "here" && state !== "normal" && (
          <button
            type="button"
            className="button"
            disabled={ops?.reset.allowed !== true || reset.isPending}
            onClick={() => void askReset()}
          >
            {t("safety.action.reset")}
          </button>
        )}
        {canKeep && (
          <button
            type="button"
            className="button"
            disabled={keep.isPending}
            onClick={() => keep.mutate({ stationId, keep: !isMarked })}
          >
            {t(isMarked ? "safety.action.unmark" : "safety.action.mark")}
          </button>
        )}
        {resetIn === "here" && safety.mayRelease && (
          <button
            type="button"
            className="button"
            disabled={release.isPending}
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
      {key !== undefined && (
        <ConfirmDialog
          title={t("safety.confirm.title", { name })}
          text={confirmText}
          confirmText={t("safety.action.stopNow")}
          kind="danger"
          onConfirm={() => {
            setKey(undefined);
            stop.mutate({ stationId, idempotencyKey: key });
          }}
          onCancel={() => setKey(undefined)}
        />
      )}
    </>
  );
}

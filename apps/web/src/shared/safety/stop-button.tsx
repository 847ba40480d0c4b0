import { endpoints } from "virtual:endpoints";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { ConfirmDialog } from "../ui/dialog/dialog.tsx";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { usePress } from "./use-press.tsx";

interface StopProps {
  readonly plant: { readonly stationId: string; readonly name: string; readonly timeZone: string };
  /** What the shutdown does, in the confirmation. */
  readonly confirmText: string;
  /** The plant is shut down already: units that are not proven receive the command again. */
  readonly isAgain: boolean;
  readonly isAllowed: boolean;
}

/** Shuts a plant down after one confirmation. A press that the server could only keep in its journal says so. */
export function useStop({ plant, confirmText, isAgain, isAllowed }: StopProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, name, timeZone } = plant;
  // One key a press: what is sent again after a lost connection is the same press.
  const [key, setKey] = useState<string>();
  const stop = usePress(endpoints.safety.stop, { isOpening: true });
  const rightsAt = stop.data?.rightsAt;
  return {
    button: (
      <button
        type="button"
        className="button"
        data-kind={isAgain ? "plain" : "danger"}
        disabled={!isAllowed || stop.isPending}
        onClick={() => setKey(crypto.randomUUID())}
      >
        {t(isAgain ? "safety.action.stopAgain" : "safety.action.stop")}
      </button>
    ),
    /** Of a press in the journal. */
    note: rightsAt != null && (
      <p className="note" role="status">
        {t("safety.journaled", { at: formatSecond(Date.parse(rightsAt), timeZone, tag) })}
      </p>
    ),
    /** Of a press without a reply. */
    noReply: stop.note,
    dialog: key !== undefined && (
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
    ),
  };
}

/** What works while the database is unavailable. */
export function StorageNotice() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <StatusMark variant="warning" text={t("safety.storageUnavailable")} />
      <p>{t("safety.withoutStorage")}</p>
    </div>
  );
}

interface StopWithoutStateProps extends Pick<StopProps, "plant"> {
  /** Why the state is not shown. */
  readonly notice: ReactNode;
}

/** The shutdown of a plant whose state cannot be read; it does not wait for that. */
export function StopWithoutState({ plant, notice }: StopWithoutStateProps) {
  const { t } = useTranslation();
  const confirmText = [
    t("safety.confirm.withoutState", { name: plant.name }),
    t("safety.confirm.notice"),
  ].join(" ");
  const { button, note, noReply, dialog } = useStop({
    plant,
    confirmText,
    isAgain: false,
    isAllowed: true,
  });
  return (
    <section className="card safety" aria-label={t("safety.title")}>
      {notice}
      <div className="safety-actions">{button}</div>
      {note}
      {noReply}
      {dialog}
    </section>
  );
}

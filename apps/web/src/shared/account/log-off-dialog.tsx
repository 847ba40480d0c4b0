import { endpoints } from "virtual:endpoints";
import type { OwnedStations } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { sentenceOf } from "../api/shown-refusals.ts";
import { leave } from "../auth/leave.ts";
import { sessionStore } from "../session/current-session.ts";
import { ConfirmDialog, Dialog } from "../ui/dialog/dialog.tsx";

/** Confirms the permanent deletion of the account, and lists the plants that prevent it (R2.24). */
export function LogOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [owned, setOwned] = useState<{
    readonly sentence: string;
    readonly stations: OwnedStations["stations"];
  }>();

  async function cancel(): Promise<void> {
    const session = sessionStore.read();
    try {
      await call(endpoints.session.logoff, { body: {}, refusalIn: "dialog" });
      leave(session);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "A0430" && error.data !== null)
        return setOwned({ sentence: sentenceOf(error), ...(error.data as OwnedStations) });
      // Without the dialog the sentence becomes a toast.
      onClose();
    }
  }

  if (owned === undefined)
    return (
      <ConfirmDialog
        title={t("logOff.askTitle")}
        text={t("logOff.askText")}
        confirmText={t("logOff.confirm")}
        kind="danger"
        onConfirm={() => void cancel()}
        onCancel={onClose}
      />
    );
  return (
    <Dialog title={t("logOff.ownsTitle")} onClose={onClose}>
      <p role="alert">{owned.sentence}</p>
      <p>{t("logOff.ownsText")}</p>
      <ul>
        {owned.stations.map(({ stationId, name }) => (
          <li key={stationId}>
            <Link to={`/station/${stationId}`} onClick={onClose}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";

const MAX_NOTE = 150;

interface StartDrillDialogProps {
  readonly plant: { readonly stationId: string; readonly name: string };
  /** What can be opened instead of the whole plant. */
  readonly strings: DataOf<typeof endpoints.safety.drills>["strings"];
  readonly onClose: () => void;
}

/** Starts a drill of the plant, or of a string, once the person says to be at the plant. */
export function StartDrillDialog({ plant, strings, onClose }: StartDrillDialogProps) {
  const { stationId, name } = plant;
  const { t } = useTranslation();
  const [isOnSite, setOnSite] = useState(false);
  const [stringId, setStringId] = useState<string>();
  const [note, setNote] = useState("");
  // One key a press: what is sent again after a lost connection is the same drill.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const start = useChange(endpoints.safety.startDrill);
  return (
    <Dialog title={t("drills.ask.title", { name })} onClose={onClose}>
      <div className="safety-state">
        {strings.length > 0 && (
          <label>
            {t("drills.ask.what")}
            <select
              className="input"
              value={stringId ?? ""}
              onChange={({ target }) => setStringId(target.value || undefined)}
            >
              <option value="">{t("drills.ask.plant")}</option>
              {strings.map(({ deviceId, sn, units }) => (
                <option key={deviceId} value={deviceId}>
                  {t("drills.ask.string", { sn, units })}
                </option>
              ))}
            </select>
          </label>
        )}
        <p>{t(stringId === undefined ? "drills.ask.text" : "drills.ask.textOfString")}</p>
        <label>
          <input type="checkbox" checked={isOnSite} onChange={({ target }) => setOnSite(target.checked)} />{" "}
          {t("drills.ask.onSite")}
        </label>
        <label>
          {t("drills.ask.note")}
          <input
            className="input"
            value={note}
            maxLength={MAX_NOTE}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.cancel")}
        </button>
        <button
          type="button"
          className="button"
          data-kind="danger"
          disabled={!isOnSite || start.isPending}
          onClick={() =>
            start.mutate(
              {
                stationId,
                ...(stringId !== undefined && { stringId }),
                isOnSite: true,
                note,
                idempotencyKey,
              },
              { onSettled: onClose },
            )
          }
        >
          {t("drills.start")}
        </button>
      </div>
    </Dialog>
  );
}

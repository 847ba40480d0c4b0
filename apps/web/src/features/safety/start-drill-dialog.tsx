import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePress } from "../../shared/safety/use-press.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";

const MAX_NOTE = 150;

interface StartDrillDialogProps {
  readonly plant: { readonly stationId: string; readonly name: string };
  /** What can be opened instead of the whole plant. */
  readonly strings: DataOf<typeof endpoints.safety.drills>["strings"];
  readonly onClose: () => void;
}

/** Strings by the serial number of their gateway, as they are read on the roof: S2 before S10. */
function groupByGateway(strings: StartDrillDialogProps["strings"]) {
  const sorted = strings.toSorted((one, other) =>
    one.name.localeCompare(other.name, undefined, { numeric: true }),
  );
  return Map.groupBy(sorted, ({ gatewaySn }) => gatewaySn ?? "–");
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
  const string = strings.find(({ deviceId }) => deviceId === stringId);
  const start = usePress(endpoints.safety.startDrill);
  const missingId = useId();
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
              {[...groupByGateway(strings)].map(([gatewaySn, ofGateway]) => (
                <optgroup key={gatewaySn} label={`${t("deviceKind.DCON")} ${gatewaySn}`}>
                  {ofGateway.map(({ deviceId, name: place, units }) => (
                    <option key={deviceId} value={deviceId}>
                      {t("drills.ask.string", { name: place, count: units })}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </label>
        )}
        <p>{t(string === undefined ? "drills.ask.text" : "drills.ask.textOfString")}</p>
        {string?.type === "MCON" && <p>{t("drills.ask.textOfRelay")}</p>}
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
        {start.note}
        {!isOnSite && (
          <p id={missingId} className="note">
            {t("drills.ask.missing")}
          </p>
        )}
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
          aria-describedby={isOnSite ? undefined : missingId}
          onClick={() =>
            start.mutate(
              {
                stationId,
                ...(stringId !== undefined && { stringId }),
                isOnSite: true,
                note,
                idempotencyKey,
              },
              { onSuccess: onClose },
            )
          }
        >
          {t("drills.start")}
        </button>
      </div>
    </Dialog>
  );
}

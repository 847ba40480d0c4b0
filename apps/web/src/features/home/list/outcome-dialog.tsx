import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";

/** What became of each of the chosen plants. */
export interface PlantOutcome {
  readonly title: string;
  readonly rows: readonly { readonly plant: StationRow; readonly isDone: boolean; readonly text: string }[];
}

/** A dialog that changes the chosen plants. */
export interface PlantsDialogProps {
  readonly plants: readonly StationRow[];
  /** Without an outcome everything was done. */
  readonly onDone: (outcome: PlantOutcome | undefined) => void;
  readonly onClose: () => void;
}

interface OutcomeDialogProps {
  readonly outcome: PlantOutcome;
  readonly onClose: () => void;
}

/** The result of each plant, those that were refused first. */
export function OutcomeDialog({ outcome: { title, rows }, onClose }: OutcomeDialogProps) {
  const { t } = useTranslation();
  const shown = rows.toSorted((one, other) => Number(one.isDone) - Number(other.isDone));
  return (
    <Dialog title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reached by keyboard */}
      <section className="outcome-rows" tabIndex={0} aria-label={t("plantList.results")}>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{t("plantList.plant")}</th>
              <th scope="col">{t("plantList.result")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ plant, isDone, text }) => (
              <tr key={plant.stationId}>
                <td data-wrapped="true">{plant.name}</td>
                <td data-wrapped="true">
                  <StatusMark variant={isDone ? "done" : "stopped"} text={text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
      </div>
    </Dialog>
  );
}

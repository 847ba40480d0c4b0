import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ResultsDialog } from "../../../shared/ui/dialog/results-dialog.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";

/** The result of each selected plant. */
export interface PlantOutcome {
  readonly title: string;
  readonly rows: readonly { readonly plant: StationRow; readonly isDone: boolean; readonly text: string }[];
}

/** A dialog that changes the selected plants. */
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
    <ResultsDialog
      title={title}
      label={t("plantList.results")}
      columns={[t("plantList.plant"), t("plantList.result")]}
      rows={shown.map(({ plant, isDone, text }) => ({
        key: plant.stationId,
        cells: [plant.name, <StatusMark key="result" variant={isDone ? "done" : "stopped"} text={text} />],
      }))}
      onClose={onClose}
    />
  );
}

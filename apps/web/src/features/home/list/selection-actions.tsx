import type { StationRow } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../shared/auth/allowed.tsx";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import type { PlantOutcome } from "./outcome-dialog.tsx";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { SharePlantsDialog } from "./share-plants-dialog.tsx";
import { TagsDialog } from "./tags-dialog.tsx";

/** What can be done with the selected plants. */
export function SelectionActions({ selection }: { readonly selection: Selection<StationRow> }) {
  const { t } = useTranslation();
  const canEdit = useCan("station:edit") === true;
  const canShare = useCan("station:share") === true;
  const [dialog, setDialog] = useState<"tags" | "share">();
  const [outcome, setOutcome] = useState<PlantOutcome>();

  /** Without an outcome everything was done; otherwise the plants stay selected for another try. */
  function finish(shown: PlantOutcome | undefined): void {
    setDialog(undefined);
    setOutcome(shown);
    if (shown === undefined) selection.clear();
  }

  const dialogProps = { plants: selection.rows, onDone: finish, onClose: () => setDialog(undefined) };
  return (
    <>
      {canEdit && (
        <button type="button" className="button" onClick={() => setDialog("tags")}>
          {t("plantList.editTags")}
        </button>
      )}
      {canShare && (
        <button type="button" className="button" onClick={() => setDialog("share")}>
          {t("plantList.share")}
        </button>
      )}
      {dialog === "tags" && <TagsDialog {...dialogProps} />}
      {dialog === "share" && <SharePlantsDialog {...dialogProps} />}
      {outcome !== undefined && <OutcomeDialog outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

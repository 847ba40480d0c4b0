import type { StationRow } from "@heliograph/contract";
import { MAX_COMPARED_PLANTS } from "@heliograph/contract/plant-compare-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import type { PlantOutcome } from "./outcome-dialog.tsx";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { SharePlantsDialog } from "./share-plants-dialog.tsx";
import { TagsDialog } from "./tags-dialog.tsx";

/** What can be done with the selected plants. */
export function SelectionActions({ selection }: { readonly selection: Selection<StationRow> }) {
  const { t } = useTranslation();
  const canEdit = useCan("station:edit") === true;
  const canRead = useCan("station:read") === true;
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
      {canRead && selection.rows.length > 1 && <CompareLink plants={selection.rows} />}
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

/** Opens the comparison of these plants. With too many it is disabled and says why; it can still have the focus, so that the reason is heard. */
function CompareLink({ plants }: { readonly plants: readonly StationRow[] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (plants.length > MAX_COMPARED_PLANTS)
    return (
      <button
        type="button"
        className="button"
        aria-disabled="true"
        title={t("plantList.compareFewer", { max: formatNumber(MAX_COMPARED_PLANTS, tag, 0) })}
      >
        {t("plantList.compare")}
      </button>
    );
  return (
    <Link className="button" to={`/compare?plants=${plants.map(({ stationId }) => stationId).join()}`}>
      {t("plantList.compare")}
    </Link>
  );
}

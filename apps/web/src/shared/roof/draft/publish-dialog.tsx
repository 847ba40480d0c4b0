import type { LayoutDraft, PlaceableUnit } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { LayoutDiff } from "./layout-diff.tsx";
import { listUnplaced } from "./roof-units.ts";

interface PublishDialogProps {
  readonly published: LayoutDraft;
  readonly layout: LayoutDraft;
  readonly units: readonly PlaceableUnit[];
  readonly nameOf: (unit: number) => string;
  /** What the server refused it with. */
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** What publishing changes, and what is left without a unit or a place. */
export function PublishDialog(props: PublishDialogProps) {
  const { published, layout, units, nameOf, refusal, isBusy, onPublish, onClose } = props;
  const { t } = useTranslation();
  const cells = layout.groups.flatMap((group) => group.cells);
  const empty = cells.filter(({ unit }) => unit === null).length;
  const unplaced = listUnplaced(units, layout).length;
  return (
    <Dialog title={t("layoutEditor.publishTitle")} onClose={onClose}>
      <LayoutDiff
        before={published}
        after={layout}
        nameOf={nameOf}
        intro={t("layoutEditor.diff.intro")}
        none={t("layoutEditor.diff.none")}
      />
      {empty > 0 && <p className="note">{t("layoutEditor.diff.empty", { count: empty })}</p>}
      {unplaced > 0 && <p className="note">{t("layoutEditor.diff.unplaced", { count: unplaced })}</p>}
      {refusal !== undefined && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.cancel")}
        </button>
        <button type="button" className="button" data-kind="primary" disabled={isBusy} onClick={onPublish}>
          {t("layoutEditor.publish")}
        </button>
      </div>
    </Dialog>
  );
}

import type { LayoutDraft, PlaceableUnit } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { findDiff } from "./diff.ts";
import { listUnplaced } from "./roof-units.ts";
import "./draft.css";

/** Units that are named one by one. */
const MAX_NAMED = 12;

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
  const diff = findDiff(published, layout);
  const cells = layout.groups.flatMap((group) => group.cells);
  const empty = cells.filter(({ unit }) => unit === null).length;
  const unplaced = listUnplaced(units, layout).length;
  const names = (list: readonly string[]): string =>
    list.map((name) => name || t("layoutEditor.unnamed")).join(", ");
  const nameUnits = (keys: readonly number[]): string => {
    const shown = keys.slice(0, MAX_NAMED).map(nameOf).join(", ");
    return keys.length > MAX_NAMED ? `${shown} …` : shown;
  };
  const lines = [
    ...(
      [
        ["addedGroups", diff.addedGroups],
        ["removedGroups", diff.removedGroups],
        ["changedGroups", diff.changedGroups],
      ] as const
    ).flatMap(([key, list]) =>
      list.length === 0 ? [] : [t(`layoutEditor.diff.${key}`, { count: list.length, names: names(list) })],
    ),
    ...(
      [
        ["addedModules", diff.addedModules],
        ["removedModules", diff.removedModules],
        ["changedPoles", diff.changedPoles],
        ["changedBackgrounds", diff.changedBackgrounds],
      ] as const
    ).flatMap(([key, count]) => (count === 0 ? [] : [t(`layoutEditor.diff.${key}`, { count })])),
    ...(
      [
        ["placedUnits", diff.placedUnits],
        ["unplacedUnits", diff.unplacedUnits],
        ["movedUnits", diff.movedUnits],
      ] as const
    ).flatMap(([key, list]) =>
      list.length === 0
        ? []
        : [t(`layoutEditor.diff.${key}`, { count: list.length, names: nameUnits(list) })],
    ),
  ];
  return (
    <Dialog title={t("layoutEditor.publishTitle")} onClose={onClose}>
      {lines.length === 0 ? <p>{t("layoutEditor.diff.none")}</p> : <p>{t("layoutEditor.diff.intro")}</p>}
      <ul className="layout-diff">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
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

import type { DraftGroup } from "@heliograph/contract";
import { MAX_GROUP_NAME, MAX_LAYOUT_MODULES, MAX_LAYOUT_SIDE } from "@heliograph/contract/layout-limits";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "../../../shared/form/form.tsx";
import { fillCells } from "../../../shared/roof/draft/edits.ts";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { DialogFoot } from "../../../shared/ui/dialog/dialog-foot.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";

interface AddGroupDialogProps {
  readonly name: string;
  /** Upper left corner of the new group. */
  readonly at: readonly [x: number, y: number];
  /** Size and orientation are those of this group, where there is one. */
  readonly like: DraftGroup | undefined;
  /** Modules that the layout can still take. */
  readonly free: number;
  readonly onAdd: (group: DraftGroup) => void;
  readonly onClose: () => void;
}

/** A common module, upright, with the gap beside it. */
const MODULE = { moduleWidthM: 1.15, moduleHeightM: 1.78 };

/** Asks for the rows and columns of a new group. */
export function AddGroupDialog({ name, at, like, free, onAdd, onClose }: AddGroupDialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ name, rows: "3", columns: "8" });
  const [isChecked, setChecked] = useState(false);
  const refusalOf = (text: string): string | undefined => {
    if (!/^\d+$/u.test(text.trim())) return t("layoutEditor.problem.format");
    const count = Number(text);
    return count >= 1 && count <= MAX_LAYOUT_SIDE
      ? undefined
      : t("layoutEditor.range", { min: 1, max: MAX_LAYOUT_SIDE });
  };
  const [rows, columns] = [Number(typed.rows), Number(typed.columns)];
  const tooMany = rows * columns > free ? t("layoutEditor.tooMany", { max: MAX_LAYOUT_MODULES }) : undefined;
  const refusals = { rows: refusalOf(typed.rows), columns: refusalOf(typed.columns) ?? tooMany };

  function submit(): void {
    setChecked(true);
    if (refusals.rows !== undefined || refusals.columns !== undefined) return;
    const { moduleWidthM, moduleHeightM } = like ?? MODULE;
    onAdd({
      groupKey: crypto.randomUUID(),
      name: typed.name.trim(),
      ...{ rows, columns, xM: at[0], yM: at[1], moduleWidthM, moduleHeightM },
      tiltDeg: like?.tiltDeg ?? null,
      azimuthDeg: like?.azimuthDeg ?? null,
      rotationDeg: like?.rotationDeg ?? 0,
      cells: fillCells(rows, columns),
    });
  }

  const field = (key: "name" | "rows" | "columns", refusal?: string) => (
    <Field label={t(`layoutEditor.field.${key}`)} {...(isChecked && refusal !== undefined && { refusal })}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          value={typed[key]}
          maxLength={MAX_GROUP_NAME}
          {...(key !== "name" && { inputMode: "numeric" as const })}
          onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog title={t("layoutEditor.addGroup")} onClose={onClose}>
      <Form form={{ element }} className="editor-dialog" onSubmit={submit}>
        {field("name")}
        {field("rows", refusals.rows)}
        {field("columns", refusals.columns)}
        <DialogFoot submitText={t("layoutEditor.add")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

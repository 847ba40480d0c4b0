import type { DraftGroup, PlaceableUnit } from "@heliograph/contract";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "../../../shared/form/form.tsx";
import type { Place } from "../../../shared/roof/draft/edits.ts";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { DialogFoot } from "../../../shared/ui/dialog/dialog-foot.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import type { AssignedUnit, ListProblem } from "./serial-list.ts";
import { readPlacedSerials, readSerials } from "./serial-list.ts";

const kinds = ["order", "list"] as const;
type Kind = (typeof kinds)[number];
/** Problems that are named one by one. */
const MAX_NAMED = 8;

interface SerialsDialogProps {
  /** Places that serial numbers are assigned to in their order. */
  readonly places: readonly Place[];
  readonly groups: readonly DraftGroup[];
  readonly units: readonly PlaceableUnit[];
  readonly onAssign: (units: readonly AssignedUnit[]) => void;
  readonly onClose: () => void;
}

/** Assigns pasted serial numbers: in the order of the modules, or by group, row and column. */
export function SerialsDialog({ places, groups, units, onAssign, onClose }: SerialsDialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Kind>(places.length > 0 ? "order" : "list");
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<readonly ListProblem[]>([]);

  function submit(): void {
    const read = kind === "order" ? readSerials(text, places, units) : readPlacedSerials(text, groups, units);
    setProblems(read.problems);
    if (read.problems.length === 0 && read.units.length > 0) onAssign(read.units);
  }

  const sentence = ({ row, column, kind: problem, text: part }: ListProblem): string =>
    t("layoutEditor.problemAt", { row, column, problem: t(`layoutEditor.problem.${problem}`), text: part });
  const more = problems.length - MAX_NAMED;
  const refusal =
    problems.length === 0
      ? undefined
      : [
          ...problems.slice(0, MAX_NAMED).map(sentence),
          ...(more > 0 ? [t("layoutEditor.moreProblems", { count: more })] : []),
        ].join("\n");
  return (
    <Dialog title={t("layoutEditor.pasteSerials")} onClose={onClose}>
      <Form form={{ element }} className="editor-dialog" onSubmit={submit}>
        <Segmented
          label={t("layoutEditor.pasteKind")}
          value={kind}
          options={kinds.map((value) => ({ value, text: t(`layoutEditor.paste.${value}`) }))}
          onChange={(next) => {
            setKind(next);
            setProblems([]);
          }}
        />
        <Field
          label={t("layoutEditor.serials")}
          hint={
            kind === "order"
              ? t("layoutEditor.pasteHint.order", { count: places.length })
              : t("layoutEditor.pasteHint.list")
          }
          {...(refusal !== undefined && { refusal })}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              className="input editor-paste"
              rows={10}
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setProblems([]);
              }}
            />
          )}
        </Field>
        <DialogFoot submitText={t("layoutEditor.assign")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

import type { Endpoint } from "@heliograph/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useKeptPage } from "../../routing/kept-page.ts";
import { askConfirm } from "../asking.ts";
import { Dialog } from "../dialog.tsx";
import { useFirstField } from "../use-first-field.ts";
import type { SchemaFormProps } from "./schema-form.tsx";
import { SchemaForm } from "./schema-form.tsx";

interface FormDialogProps<E extends Endpoint> extends Omit<SchemaFormProps<E>, "onCancel" | "onDirty"> {
  readonly title: string;
  readonly kind?: "dialog" | "drawer";
  readonly onClose: () => void;
}

/** A form of the contract in a dialog; what was typed is not lost without asking. */
export function FormDialog<E extends Endpoint>({ title, kind, onClose, ...form }: FormDialogProps<E>) {
  const { t } = useTranslation();
  const { setUnsaved } = useKeptPage();
  const isDirty = useRef(false);
  const discard = useRef<() => void>(undefined);
  const place = useFirstField<HTMLDivElement>();

  async function leave(): Promise<void> {
    if (isDirty.current) {
      const answer = await askConfirm({
        title: t("asking.leaveTitle"),
        text: t("asking.leaveText"),
        confirmText: t("asking.leave"),
        kind: "danger",
      });
      if (answer !== "confirm") return;
      discard.current?.();
    }
    setUnsaved(false);
    onClose();
  }

  return (
    <Dialog title={title} {...(kind !== undefined && { kind })} onClose={() => void leave()}>
      <div ref={place}>
        <SchemaForm
          {...(form as unknown as SchemaFormProps<E>)}
          onCancel={() => void leave()}
          onDirty={(next, end) => {
            isDirty.current = next;
            discard.current = end;
          }}
        />
      </div>
    </Dialog>
  );
}

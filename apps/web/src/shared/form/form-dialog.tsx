import type { DataOf, Endpoint } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCachedPage } from "../routing/cached-page.ts";
import { askConfirm } from "../ui/dialog/asking.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { useFirstField } from "../ui/form/use-first-field.ts";
import type { FormLayout } from "./layout.ts";
import type { SchemaFormProps } from "./schema-form.tsx";
import { FormView } from "./schema-form.tsx";
import { useEndpointForm } from "./use-endpoint-form.ts";
import type { FormValues } from "./values.ts";

interface FormDialogProps<E extends Endpoint, Result>
  extends Omit<SchemaFormProps<E, Result>, "onCancel" | "onDirty" | "note"> {
  readonly title: string;
  readonly kind?: "dialog" | "drawer";
  /** Shown below the fields, about the values as typed. */
  readonly note?: (values: FormValues) => ReactNode;
  readonly onClose: () => void;
}

/** A form of the contract in a dialog; asks for confirmation before unsaved input is lost. */
export function FormDialog<E extends Endpoint, Result = DataOf<E>>(props: FormDialogProps<E, Result>) {
  const { title, kind, fields, note, onClose, submitText, submitKind, isPaired, ...input } = props;
  const { t } = useTranslation();
  const { setUnsaved } = useCachedPage();
  const form = useEndpointForm({ ...input, layout: fields as FormLayout });
  useFirstField(form.element);

  async function leave(): Promise<void> {
    if (form.isDirty) {
      const result = await askConfirm({
        title: t("asking.leaveTitle"),
        text: t("asking.leaveText"),
        confirmText: t("asking.leave"),
        kind: "danger",
      });
      if (result !== "confirm") return;
      form.discard();
    }
    setUnsaved(false);
    onClose();
  }

  return (
    <Dialog title={title} {...(kind !== undefined && { kind })} onClose={() => void leave()}>
      <FormView
        form={form}
        submitText={submitText}
        submitKind={submitKind}
        {...(isPaired !== undefined && { isPaired })}
        note={note?.(form.values)}
        onCancel={() => void leave()}
      />
    </Dialog>
  );
}

import type { DataOf, Endpoint } from "@heliograph/contract";
import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { useFirstField } from "../ui/form/use-first-field.ts";
import type { FormLayout } from "./layout.ts";
import type { SchemaFormProps } from "./schema-form.tsx";
import { FormView } from "./schema-form.tsx";
import { useEndpointForm } from "./use-endpoint-form.ts";
import { useLeave } from "./use-leave.ts";
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
  const form = useEndpointForm({ ...input, layout: fields as FormLayout });
  useFirstField(form.element);
  const leave = useLeave({ form, onLeave: onClose });

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

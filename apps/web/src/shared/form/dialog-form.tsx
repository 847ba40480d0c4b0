import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogFoot } from "../ui/dialog/dialog-foot.tsx";
import { useFirstField } from "../ui/form/use-first-field.ts";
import { Form, FormError } from "./form.tsx";
import type { FormState } from "./use-form.ts";

interface DialogFormProps {
  readonly form: FormState;
  readonly title: string;
  readonly submitText: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is one form: its fields, what the server refused, and its buttons. */
export function DialogForm({ form, title, submitText, onSubmit, onClose, children }: DialogFormProps) {
  useFirstField(form.element);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} className="form-grid" onSubmit={onSubmit}>
        {children}
        <FormError form={form} />
        <DialogFoot submitText={submitText} isBusy={form.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

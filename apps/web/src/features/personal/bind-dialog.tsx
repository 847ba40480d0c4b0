import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/settings.bindContact";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { codeField, targetField } from "../../shared/contact/credential-fields.tsx";
import { requestCode } from "../../shared/contact/request-code.ts";
import { DialogForm } from "../../shared/form/dialog-form.tsx";
import { PlainField } from "../../shared/form/plain-field.tsx";
import type { EndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";

type Bind = typeof endpoints.settings.bindContact;

interface BindDialogProps {
  /** The contact the account has already, to show by a code that it is its own. */
  readonly unverified?: string;
  readonly onClose: () => void;
}

/** Sets the email or phone of the account to one that a code has proved, or proves the one it has. */
export function BindDialog({ unverified, onClose }: BindDialogProps) {
  const { t } = useTranslation();
  const isNew = unverified === undefined;
  const form: EndpointForm<Bind> = useEndpointForm({
    endpoint: endpoints.settings.bindContact,
    schema,
    layout: {
      target: targetField({ autoComplete: "email", isReadOnly: !isNew }),
      code: codeField(() =>
        requestCode(form, (target) =>
          call(endpoints.settings.sendBindCode, { body: { target }, refusalIn: "form" }),
        ),
      ),
    },
    initial: { target: unverified },
    onDone: close,
  });
  function close(): void {
    form.release();
    onClose();
  }

  return (
    <DialogForm
      form={form}
      title={isNew ? t("own.bindTitle") : t("contactVerification.title", { contact: unverified })}
      submitText={t(isNew ? "own.bind" : "contactVerification.confirm")}
      onSubmit={() => void form.submit()}
      onClose={close}
    >
      {isNew && form.offer}
      <p>{t(isNew ? "own.bindText" : "contactVerification.dialogText")}</p>
      <PlainField form={form} path="target" />
      <PlainField form={form} path="code" />
    </DialogForm>
  );
}

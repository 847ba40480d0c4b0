import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/settings.updatePassword";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { continueSession } from "../../shared/auth/continue-session.ts";
import { newPasswordFields } from "../../shared/contact/credential-fields.tsx";
import { DialogForm } from "../../shared/form/dialog-form.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import { PlainField } from "../../shared/form/plain-field.tsx";
import { useForm } from "../../shared/form/use-form.ts";

const layout: FormLayout = {
  password: {
    labelKey: "own.current",
    autoComplete: "current-password",
    messages: { required: "own.currentNeeded" },
  },
  ...newPasswordFields("newPassword"),
};

interface PasswordDialogProps {
  readonly account: string;
  readonly onClose: () => void;
}

/** A new password; the session continues with new tokens, all others end. */
export function PasswordDialog({ account, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const form = useForm({ schema, layout });

  const submit = (): Promise<void> =>
    form.submit(async (body: BodyInputOf<typeof endpoints.settings.updatePassword>) => {
      const response = await call(endpoints.settings.updatePassword, { body, refusalIn: "form" });
      if (response === undefined) return;
      continueSession(response);
      onClose();
    });

  return (
    <DialogForm
      form={form}
      title={t("own.passwordTitle")}
      submitText={t("own.change")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      {form.fields.map(({ path }) => (
        <PlainField key={path} form={form} path={path} />
      ))}
    </DialogForm>
  );
}

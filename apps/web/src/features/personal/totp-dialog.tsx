import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/secondFactor.confirmTotp";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { AuthenticatorCode } from "../../shared/account/authenticator-code.tsx";
import { useChange } from "../../shared/api/queries.ts";
import { DialogForm } from "../../shared/form/dialog-form.tsx";
import { PlainField } from "../../shared/form/plain-field.tsx";
import { useForm } from "../../shared/form/use-form.ts";

interface TotpDialogProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
  /** The recovery codes that came with it, if it is the first factor. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

const layout = {
  code: {
    labelKey: "factors.code",
    autoComplete: "one-time-code",
    inputMode: "numeric",
    isCapped: true,
    messages: { required: "factors.codeNeeded" },
  },
} as const;

/** Shows the secret and takes the first code of it. */
export function TotpDialog({ secret, uri, onClose, onDone }: TotpDialogProps) {
  const { t } = useTranslation();
  const confirm = useChange(endpoints.secondFactor.confirmTotp, { refusalIn: "form" });
  const form = useForm({ schema, layout, otherErrorsAt: "code" });

  const submit = (): Promise<void> =>
    form.submit(async (body: BodyInputOf<typeof endpoints.secondFactor.confirmTotp>) => {
      const { recoveryCodes } = await confirm.mutateAsync(body);
      onDone(recoveryCodes);
    });

  return (
    <DialogForm
      form={form}
      title={t("factors.setupTitle")}
      submitText={t("factors.confirm")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t("factors.setupText")}</p>
      <AuthenticatorCode secret={secret} uri={uri} />
      <PlainField form={form} path="code" />
    </DialogForm>
  );
}

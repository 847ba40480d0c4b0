import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useShown } from "../../shared/api/shown-refusals.ts";
import { AuthenticatorCode } from "../../shared/session/authenticator-code.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog-foot.tsx";
import { Field } from "../../shared/ui/field.tsx";

interface TotpDialogProps {
  readonly secret: string;
  readonly uri: string;
  readonly onClose: () => void;
  /** The recovery codes that came with it, if it is the first factor. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret and takes the first code of it. */
export function TotpDialog({ secret, uri, onClose, onDone }: TotpDialogProps) {
  const { t } = useTranslation();
  const confirm = useChange(endpoints.secondFactor.confirmTotp, { refusalIn: "form" });
  const [code, setCode] = useState("");
  useShown(confirm.error);
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() === "") return;
    confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  }

  return (
    <Dialog title={t("factors.setupTitle")} onClose={onClose}>
      <form className="form-grid" onSubmit={submit} noValidate>
        <p>{t("factors.setupText")}</p>
        <AuthenticatorCode secret={secret} uri={uri} />
        <Field
          label={t("factors.code")}
          refusal={isMissing ? t("factors.codeNeeded") : confirm.error?.message}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={({ target }) => {
                setCode(target.value);
                setIsMissing(false);
                confirm.reset();
              }}
            />
          )}
        </Field>
        <DialogFoot submitText={t("factors.confirm")} isBusy={confirm.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

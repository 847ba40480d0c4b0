import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ChosenPassword } from "../../shared/contact/chosen-password.tsx";
import {
  collectProblems,
  findConfirmProblem,
  findPasswordProblem,
} from "../../shared/contact/contact-rules.ts";
import { useRefusals } from "../../shared/contact/use-refusals.ts";
import { continueSession } from "../../shared/session/continue-session.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog-foot.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { PasswordInput } from "../../shared/ui/password-input.tsx";
import { useFirstField } from "../../shared/ui/use-first-field.ts";

const fieldsShown = ["password", "newPassword", "confirmPassword"] as const;

/** A new password; the session goes on under new tokens, all others end. */
export function PasswordDialog({
  account,
  onClose,
}: {
  readonly account: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const { told, forget } = refusals;
  const place = useFirstField<HTMLFormElement>();
  const [isBusy, setIsBusy] = useState(false);

  async function change(body: { password: string; newPassword: string; confirmPassword: string }) {
    setIsBusy(true);
    try {
      const answer = await call(endpoints.settings.updatePassword, { body, refusalIn: "form" });
      if (answer === undefined) return;
      continueSession(answer);
      onClose();
    } catch (error) {
      refusals.quote(error, fieldsShown);
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? "");
    const [password, newPassword] = [read("password"), read("newPassword")];
    const confirmPassword = read("confirmPassword");
    const problems = collectProblems({
      password: password === "" ? "own.currentNeeded" : undefined,
      newPassword: findPasswordProblem(newPassword),
      confirmPassword: findConfirmProblem(newPassword, confirmPassword),
    });
    if (!refusals.refuse(problems)) void change({ password, newPassword, confirmPassword });
  }

  return (
    <Dialog title={t("own.passwordTitle")} onClose={onClose}>
      <form ref={place} className="form-grid" onSubmit={submit} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
        <Field label={t("own.current")} refusal={told.password}>
          {(attributes) => (
            <PasswordInput
              {...attributes}
              name="password"
              autoComplete="current-password"
              onInput={() => forget("password")}
            />
          )}
        </Field>
        <ChosenPassword name="newPassword" told={told} onType={forget} />
        {told[""] !== undefined && (
          <p className="refusal" role="alert">
            {told[""]}
          </p>
        )}
        <DialogFoot submitText={t("own.change")} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

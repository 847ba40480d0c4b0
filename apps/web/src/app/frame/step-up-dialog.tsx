import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { offerStepUp } from "../../shared/session/step-up.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog-foot.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { PasswordInput } from "../../shared/ui/password-input.tsx";

type Answer = (isGiven: boolean) => void;

/** Asks for the password again where a call needs it (A0220); the call then goes on by itself. */
export function StepUpDialog() {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(
    () =>
      offerStepUp(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isGiven: boolean) => {
              setAnswer(undefined);
              resolve(isGiven);
            });
          }),
      ),
    [],
  );
  return answer === undefined ? null : <PasswordForm onAnswer={answer} />;
}

function PasswordForm({ onAnswer }: { onAnswer: Answer }) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = input.current?.value ?? "";
    if (password === "") return setRefusal(t("stepUp.needed"));
    setIsBusy(true);
    try {
      await call(endpoints.session.stepUp, { body: { password }, refusalIn: "dialog" });
      onAnswer(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
      setIsBusy(false);
      input.current?.select();
    }
  }

  return (
    <Dialog title={t("stepUp.title")} onClose={() => onAnswer(false)}>
      <form className="form-grid" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t("stepUp.text")}</p>
        <Field label={t("stepUp.password")} refusal={refusal}>
          {(attributes) => (
            <PasswordInput
              {...attributes}
              ref={input}
              autoComplete="current-password"
              onChange={() => setRefusal(undefined)}
            />
          )}
        </Field>
        <DialogFoot submitText={t("stepUp.confirm")} isBusy={isBusy} onCancel={() => onAnswer(false)} />
      </form>
    </Dialog>
  );
}

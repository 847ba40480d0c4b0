import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { CodeField } from "../../shared/contact/code-field.tsx";
import { collectProblems, findCodeProblem, findContactProblem } from "../../shared/contact/contact-rules.ts";
import { useRefusals } from "../../shared/contact/use-refusals.ts";
import { useDraft } from "../../shared/session/use-draft.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog-foot.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useFirstField } from "../../shared/ui/use-first-field.ts";

const fieldsShown = ["target", "code"] as const;

interface BindDialogProps {
  /** The contact the account has already, to show by a code that it is its own. */
  readonly proving?: string;
  readonly onClose: () => void;
}

/** Sets the email or phone of the account to one that a code has proved, or proves the one it has. */
export function BindDialog({ proving, onClose }: BindDialogProps) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const { told, forget } = refusals;
  const [isBusy, setIsBusy] = useState(false);
  const [target, setTarget] = useState(proving ?? "");
  const place = useFirstField<HTMLFormElement>();
  const { offer, drop } = useDraft<{ target: string }>({
    form: "/user/settings/bind",
    // What is proved was not typed here.
    typed: target === "" || proving !== undefined ? undefined : { target },
    take: (typed) => setTarget(typed.target),
  });

  async function send(): Promise<number | undefined> {
    if (refusals.refuse(collectProblems({ target: findContactProblem(target) }))) return undefined;
    try {
      const body = { target: target.trim() };
      return (await call(endpoints.settings.sendBindCode, { body, refusalIn: "form" }))?.data.resendAfterS;
    } catch (error) {
      refusals.quote(error, fieldsShown);
      return undefined;
    }
  }

  async function bind(body: { target: string; code: string }): Promise<void> {
    setIsBusy(true);
    try {
      if ((await call(endpoints.settings.bindContact, { body, refusalIn: "form" })) === undefined) return;
      if (proving === undefined) drop();
      onClose();
    } catch (error) {
      refusals.quote(error, fieldsShown);
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    const problems = collectProblems({ target: findContactProblem(target), code: findCodeProblem(code) });
    if (!refusals.refuse(problems)) void bind({ target, code });
  }

  return (
    <Dialog
      title={proving === undefined ? t("own.bindTitle") : t("proof.title", { contact: proving })}
      onClose={onClose}
    >
      <form ref={place} className="form-grid" onSubmit={submit} noValidate>
        {proving === undefined && offer}
        <p>{t(proving === undefined ? "own.bindText" : "proof.dialogText")}</p>
        <Field label={t("code.target")} refusal={told.target}>
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              name="target"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              value={target}
              readOnly={proving !== undefined}
              onChange={(event) => {
                setTarget(event.target.value);
                forget("target");
              }}
            />
          )}
        </Field>
        <CodeField refusal={told.code} onSend={send} onType={() => forget("code")} />
        {told[""] !== undefined && (
          <p className="refusal" role="alert">
            {told[""]}
          </p>
        )}
        <DialogFoot
          submitText={t(proving === undefined ? "own.bind" : "proof.confirm")}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

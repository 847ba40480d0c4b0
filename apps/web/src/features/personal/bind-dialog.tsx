import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { CodeField } from "../../shared/contact/code-field.tsx";
import { collectProblems, findCodeProblem, findContactProblem } from "../../shared/contact/contact-rules.ts";
import { useRefusals } from "../../shared/contact/use-refusals.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";

const fieldsShown = ["target", "code"] as const;

/** Sets the email or phone of the account to one that a code has proved. */
export function BindDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const { told, forget } = refusals;
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<number | undefined> {
    const target = input.current?.value ?? "";
    if (refusals.refuse(collectProblems({ target: findContactProblem(target) }))) return undefined;
    try {
      const query = { target: target.trim(), purpose: "bind" } as const;
      return (await call(endpoints.registry.sendCode, { query, isQuiet: true }))?.data.resendAfterS;
    } catch (error) {
      refusals.quote(error, fieldsShown);
      return undefined;
    }
  }

  async function bind(body: { target: string; code: string }): Promise<void> {
    setIsBusy(true);
    try {
      if ((await call(endpoints.settings.bindContact, { body, isQuiet: true })) !== undefined) onClose();
    } catch (error) {
      refusals.quote(error, fieldsShown);
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    const target = input.current?.value ?? "";
    const problems = collectProblems({ target: findContactProblem(target), code: findCodeProblem(code) });
    if (!refusals.refuse(problems)) void bind({ target, code });
  }

  return (
    <Dialog title={t("own.bindTitle")} onClose={onClose}>
      <form className="form-grid" onSubmit={submit} noValidate>
        <p>{t("own.bindText")}</p>
        <Field label={t("code.target")} refusal={told.target}>
          {(attributes) => (
            <input
              {...attributes}
              ref={input}
              className="input"
              name="target"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              onInput={() => forget("target")}
            />
          )}
        </Field>
        <CodeField refusal={told.code} onSend={send} onType={() => forget("code")} />
        {told[""] !== undefined && (
          <p className="refusal" role="alert">
            {told[""]}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t("action.cancel")}
          </button>
          <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
            {t("own.bind")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ChosenPassword } from "../../shared/contact/chosen-password.tsx";
import { CodeField } from "../../shared/contact/code-field.tsx";
import {
  collectProblems,
  findCodeProblem,
  findConfirmProblem,
  findContactProblem,
  findPasswordProblem,
} from "../../shared/contact/contact-rules.ts";
import { useRefusals } from "../../shared/contact/use-refusals.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { SecondStepOf } from "./second-step-of.tsx";
import { TargetField } from "./target-field.tsx";
import { useProving } from "./use-proving.ts";

const fieldsShown = ["target", "code", "password", "confirmPassword"] as const;

/** R7.7. */
export function ForgotForm() {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const { told, forget } = refusals;
  const proving = useProving(refusals, fieldsShown);
  const { form, read, isBusy } = proving;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const [target, code] = [read("target"), read("code")];
    const [password, confirmPassword] = [read("password"), read("confirmPassword")];
    const problems = collectProblems({
      target: findContactProblem(target),
      code: findCodeProblem(code),
      password: findPasswordProblem(password),
      confirmPassword: findConfirmProblem(password, confirmPassword),
    });
    if (refusals.refuse(problems)) return;
    const body = { target, code, password, confirmPassword };
    void proving.submit(() => call(endpoints.registry.updateForgottenPassword, { body, refusalIn: "form" }));
  }

  if (proving.demand !== undefined) return <SecondStepOf proving={proving} />;
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <TargetField refusal={told.target} onType={() => forget("target")} />
      <CodeField
        refusal={told.code}
        onType={() => forget("code")}
        onSend={() =>
          proving.sendCode((target) =>
            call(endpoints.registry.sendForgotCode, { query: { target }, refusalIn: "form" }),
          )
        }
      />
      <ChosenPassword name="password" told={told} onType={forget} />
      {told[""] !== undefined && (
        <p className="login-refusal" role="alert">
          <Icon name="warning" />
          {told[""]}
        </p>
      )}
      <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
        {isBusy ? t("forgot.busy") : t("forgot.submit")}
      </button>
    </form>
  );
}

import { endpoints } from "virtual:endpoints";
import type { endpoints as calls, DataOf } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { useState } from "react";
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
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { AgreementLine } from "./agreement-line.tsx";
import { createKeptRegistration } from "./kept-registration.ts";
import { SecondStepOf } from "./second-step-of.tsx";
import { TargetField } from "./target-field.tsx";
import { useProving } from "./use-proving.ts";

const fieldsShown = [
  "target",
  "code",
  "userName",
  "companyName",
  "password",
  "confirmPassword",
  "agree",
] as const;

const kept = createKeptRegistration(sessionStorage);

/** An invitation's token with what it says. */
export interface Invited extends DataOf<typeof calls.registry.getInvitation> {
  readonly token: string;
}

/** R7.6: an account with a company of one's own, or in the company of an invitation. */
export function RegisterForm({ invited }: { invited?: Invited | undefined }) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const { told, forget } = refusals;
  const proving = useProving(refusals, fieldsShown);
  const { form, read, isBusy } = proving;
  const [isAgreed, setIsAgreed] = useState(false);
  const before = kept.find(invited?.target);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const [target, code, userName] = [read("target"), read("code"), read("userName")];
    const [password, confirmPassword] = [read("password"), read("confirmPassword")];
    const problems = collectProblems({
      target: findContactProblem(target),
      code: findCodeProblem(code),
      userName: userName.trim() === "" ? "chosen.nameNeeded" : undefined,
      password: findPasswordProblem(password),
      confirmPassword: findConfirmProblem(password, confirmPassword),
      agree: isAgreed ? undefined : "register.agreementNeeded",
    });
    if (refusals.refuse(problems)) return;
    const named = { target, code, userName, password, confirmPassword, agree: true } as const;
    const body = invited
      ? { ...named, invitation: invited.token }
      : { ...named, companyName: read("companyName") };
    void proving.submit(async () => {
      const answer = await call(endpoints.registry.register, { body, refusalIn: "form" });
      kept.forget();
      return answer;
    });
  }

  if (proving.demand !== undefined) return <SecondStepOf proving={proving} />;
  return (
    <form ref={form} className="login-form" onSubmit={submit} onInput={() => kept.keep(read)} noValidate>
      <TargetField
        refusal={told.target}
        fixed={invited?.target}
        start={before.target}
        onType={() => forget("target")}
      />
      <CodeField
        refusal={told.code}
        onType={() => forget("code")}
        onSend={() =>
          proving.sendCode((target) =>
            call(endpoints.registry.sendCode, { query: { target, purpose: "register" }, refusalIn: "form" }),
          )
        }
      />
      <Field label={t("register.userName")} refusal={told.userName}>
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            name="userName"
            autoComplete="name"
            maxLength={80}
            defaultValue={before.userName ?? invited?.userName}
            onInput={() => forget("userName")}
          />
        )}
      </Field>
      {invited === undefined && (
        <Field label={t("register.companyName")} hint={t("register.companyHint")} refusal={told.companyName}>
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              name="companyName"
              autoComplete="organization"
              maxLength={120}
              defaultValue={before.companyName}
              onInput={() => forget("companyName")}
            />
          )}
        </Field>
      )}
      <ChosenPassword isFirst name="password" told={told} onType={forget} />
      <AgreementLine
        isChecked={isAgreed}
        refusal={told.agree}
        onChange={(isChecked) => {
          setIsAgreed(isChecked);
          forget("agree");
        }}
      />
      {told[""] !== undefined && (
        <p className="login-refusal" role="alert">
          <Icon name="warning" />
          <span>
            <strong>{t("register.failed")}</strong> {told[""]}
          </span>
        </p>
      )}
      <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
        {isBusy ? t("register.busy") : t("register.submit")}
      </button>
    </form>
  );
}

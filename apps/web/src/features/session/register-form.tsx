import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/registry.register";
import type { BodyInputOf, endpoints as calls, DataOf } from "@heliograph/contract";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { codeField, newPasswordFields, targetField } from "../../shared/contact/credential-fields.tsx";
import { requestCode } from "../../shared/contact/request-code.ts";
import { Form } from "../../shared/form/form.tsx";
import type { FieldLayout } from "../../shared/form/layout.ts";
import { PlainField } from "../../shared/form/plain-field.tsx";
import type { Form as FormHandle } from "../../shared/form/use-form.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { AgreementLine } from "./agreement-line.tsx";
import { createKeptRegistration } from "./kept-registration.ts";
import { SecondStepOf } from "./second-step-of.tsx";
import { SessionError } from "./session-error.tsx";
import { useCodeSignIn } from "./use-code-sign-in.ts";

const kept = createKeptRegistration(sessionStorage);

/** An invitation's token and details. */
export interface Invited extends DataOf<typeof calls.registry.getInvitation> {
  readonly token: string;
}

const userName: FieldLayout = {
  labelKey: "register.userName",
  autoComplete: "name",
  isCapped: true,
  messages: { required: "chosen.nameNeeded" },
};
const companyName: FieldLayout = {
  labelKey: "register.companyName",
  hintKey: "register.companyHint",
  autoComplete: "organization",
  isCapped: true,
};
const agree: FieldLayout = {
  labelKey: "login.agreement",
  messages: { required: "register.agreementNeeded" },
};

/** R7.6: an account with a company of one's own, or in the company of an invitation. */
export function RegisterForm({ invited }: { invited?: Invited | undefined }) {
  const { t } = useTranslation();
  const before = kept.find(invited?.target);
  const form: FormHandle = useForm({
    schema,
    layout: {
      // An invitation is for the contact it was sent to.
      target: targetField({ autoComplete: "username", isReadOnly: invited !== undefined }),
      code: codeField(() =>
        requestCode(form, (target) =>
          call(endpoints.registry.sendCode, { query: { target, purpose: "register" }, refusalIn: "form" }),
        ),
      ),
      userName,
      ...(invited === undefined && { companyName }),
      ...newPasswordFields("password", true),
      agree,
    },
    record: {
      initial: {
        ...before,
        target: invited?.target ?? before.target,
        userName: before.userName ?? invited?.userName,
      },
    },
  });
  const { typed, values } = form;
  const signIn = useCodeSignIn(form, { isInvited: invited !== undefined });
  useEffect(() => {
    if (Object.keys(typed).length > 0) kept.keep((name) => String(values[name] ?? ""));
  }, [typed, values]);

  const submit = (): Promise<void> =>
    form.submit((body: BodyInputOf<typeof endpoints.registry.register>) =>
      signIn.signIn(async () => {
        const invitation = invited && { invitation: invited.token };
        const response = await call(endpoints.registry.register, {
          body: { ...body, ...invitation },
          refusalIn: "form",
        });
        kept.forget();
        return response;
      }),
    );

  if (signIn.demand !== undefined) return <SecondStepOf signIn={signIn} />;
  return (
    <Form form={form} className="login-form" onSubmit={() => void submit()}>
      {form.fields.map(({ path }) =>
        path === "agree" ? (
          <AgreementLine
            key={path}
            isChecked={values.agree === true}
            refusal={form.errors.agree}
            onChange={(isChecked) => form.set("agree", isChecked)}
          />
        ) : (
          <PlainField key={path} form={form} path={path} />
        ),
      )}
      <SessionError title={t("register.failed")} text={form.errors[""]} />
      <button type="submit" className="button" data-kind="primary" disabled={form.isBusy}>
        {form.isBusy ? t("register.busy") : t("register.submit")}
      </button>
    </Form>
  );
}

import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/registry.updateForgottenPassword";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { codeField, newPasswordFields, targetField } from "../../shared/contact/credential-fields.tsx";
import { requestCode } from "../../shared/contact/request-code.ts";
import { Form } from "../../shared/form/form.tsx";
import { PlainField } from "../../shared/form/plain-field.tsx";
import type { Form as FormHandle } from "../../shared/form/use-form.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { SecondStepOf } from "./second-step-of.tsx";
import { SessionError } from "./session-error.tsx";
import { useCodeSignIn } from "./use-code-sign-in.ts";

/** R7.7. */
export function ForgotForm() {
  const { t } = useTranslation();
  const form: FormHandle = useForm({
    schema,
    layout: {
      target: targetField({ autoComplete: "username" }),
      code: codeField(() =>
        requestCode(form, (target) =>
          call(endpoints.registry.sendForgotCode, { query: { target }, refusalIn: "form" }),
        ),
      ),
      ...newPasswordFields("password"),
    },
  });
  const signIn = useCodeSignIn(form);

  const submit = (): Promise<void> =>
    form.submit((body: BodyInputOf<typeof endpoints.registry.updateForgottenPassword>) =>
      signIn.signIn(() => call(endpoints.registry.updateForgottenPassword, { body, refusalIn: "form" })),
    );

  if (signIn.demand !== undefined) return <SecondStepOf signIn={signIn} />;
  return (
    <Form form={form} className="login-form" onSubmit={() => void submit()}>
      {form.fields.map(({ path }) => (
        <PlainField key={path} form={form} path={path} />
      ))}
      <SessionError text={form.errors[""]} />
      <button type="submit" className="button" data-kind="primary" disabled={form.isBusy}>
        {form.isBusy ? t("forgot.busy") : t("forgot.submit")}
      </button>
    </Form>
  );
}

import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/token.secondFactor";
import type { SecondFactorDemand } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { AuthenticatorCode } from "../../shared/account/authenticator-code.tsx";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import type { Entering } from "../../shared/auth/enter.ts";
import { enter } from "../../shared/auth/enter.ts";
import { Form } from "../../shared/form/form.tsx";
import { PlainField } from "../../shared/form/plain-field.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { useFirstField } from "../../shared/ui/form/use-first-field.ts";
import { signInByPasskey } from "./passkey-sign-in.ts";
import { SessionError } from "./session-error.tsx";

interface SecondStepProps {
  /** `data` of the A0221 answer. */
  readonly demand: SecondFactorDemand;
  readonly entering: Entering;
  /** Called when the session has started. */
  readonly onDone: () => void;
  /** Back to the first step; with the reason where the server gave one. */
  readonly onBack: (refusal?: string) => void;
}

/** The second step of signing in: a code of the app, a recovery code, or a passkey (R4.5). */
export function SecondStep({ demand, entering, onDone, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const { challenge, methods, setup } = demand;
  const takesCode = methods.some((method) => method !== "passkey");
  const hasApp = methods.includes("totp") || methods.includes("totpSetup");

  const form = useForm({
    schema,
    layout: {
      code: {
        labelKey: "secondStep.code",
        ...(setup === undefined && { hintKey: hasApp ? "secondStep.totp" : "secondStep.recovery" }),
        autoComplete: "one-time-code",
        autoCapitalize: "characters",
        isCapped: true,
        messages: { required: "secondStep.needed" },
      },
    },
    otherErrorsAt: takesCode ? "code" : "",
  });
  const { isBusy } = form;
  useFirstField(form.element);

  async function signIn(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      // The challenge has expired: the first step creates another.
      if (error instanceof ApiError && error.code === "A0230") return onBack(sentenceOf(error));
      throw error;
    }
    onDone();
  }

  const submit = (): Promise<void> =>
    form.submit(({ code }: { code: string }) =>
      signIn(async () => {
        const body = { challenge, code };
        const response = await call(endpoints.token.secondFactor, { body, refusalIn: "form" });
        if (response !== undefined) await enter(response, entering);
      }),
    );

  return (
    <Form form={form} className="login-form" label={t("secondStep.title")} onSubmit={() => void submit()}>
      {setup !== undefined && (
        <>
          <p>{t("secondStep.setup")}</p>
          <AuthenticatorCode {...setup} />
        </>
      )}
      {takesCode && (
        <>
          <PlainField form={form} path="code" />
          <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
            {t("secondStep.confirm")}
          </button>
        </>
      )}
      {!takesCode && <SessionError text={form.errors[""]} />}
      {methods.includes("passkey") && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void form.run(() => signIn(() => signInByPasskey(entering)))}
        >
          {t("login.passkey")}
        </button>
      )}
      <button type="button" className="login-public" disabled={isBusy} onClick={() => onBack()}>
        {t("secondStep.back")}
      </button>
    </Form>
  );
}

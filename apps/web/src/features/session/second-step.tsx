import { endpoints } from "virtual:endpoints";
import type { SecondFactorDemand } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { AuthenticatorCode } from "../../shared/session/authenticator-code.tsx";
import type { Entering } from "../../shared/session/enter.ts";
import { enter } from "../../shared/session/enter.ts";
import { Field } from "../../shared/ui/field.tsx";
import { signInByPasskey } from "./passkey-sign-in.ts";

interface SecondStepProps {
  /** `data` of the A0221 answer. */
  readonly demand: SecondFactorDemand;
  readonly entering: Entering;
  /** The session stands. */
  readonly onDone: () => void;
  /** Back to the first step; with the reason where the server gave one. */
  readonly onBack: (refusal?: string) => void;
}

/** The second step of signing in: a code of the app, a recovery code, or a passkey (R4.5). */
export function SecondStep({ demand, entering, onDone, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const { challenge, methods, setup } = demand;
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const takesCode = methods.some((method) => method !== "passkey");
  const hasApp = methods.includes("totp") || methods.includes("totpSetup");

  async function attempt(make: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setRefusal(undefined);
    try {
      await make();
      return onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The challenge is over: the first step makes another.
      if (error.code === "A0230") return onBack(sentenceOf(error));
      setRefusal(sentenceOf(error));
    }
    setIsBusy(false);
  }

  async function redeem(code: string): Promise<void> {
    const answer = await call(endpoints.token.secondFactor, { body: { challenge, code }, refusalIn: "form" });
    if (answer !== undefined) await enter(answer, entering);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = input.current?.value.trim() ?? "";
    if (code === "") setRefusal(t("secondStep.needed"));
    else void attempt(() => redeem(code));
  }

  return (
    <form className="login-form" onSubmit={submit} noValidate aria-label={t("secondStep.title")}>
      {setup !== undefined && (
        <>
          <p>{t("secondStep.setup")}</p>
          <AuthenticatorCode {...setup} />
        </>
      )}
      {takesCode && (
        <>
          <Field
            label={t("secondStep.code")}
            hint={setup === undefined ? t(hasApp ? "secondStep.totp" : "secondStep.recovery") : undefined}
            refusal={refusal}
          >
            {(attributes) => (
              <input
                {...attributes}
                ref={input}
                className="input"
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
              />
            )}
          </Field>
          <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
            {t("secondStep.confirm")}
          </button>
        </>
      )}
      {!takesCode && refusal !== undefined && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      {methods.includes("passkey") && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void attempt(() => signInByPasskey(entering))}
        >
          {t("login.passkey")}
        </button>
      )}
      <button type="button" className="login-public" disabled={isBusy} onClick={() => onBack()}>
        {t("secondStep.back")}
      </button>
    </form>
  );
}

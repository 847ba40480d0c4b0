import { endpoints } from "virtual:endpoints";
import type { SecondFactorDemand } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call, startSession } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { useConfig } from "../../shared/config/config.ts";
import { findAccountProblem } from "../../shared/contact/contact-rules.ts";
import { loadTexts } from "../../shared/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { openingEndpoint } from "../../shared/session/endpoint.ts";
import type { Entering } from "../../shared/session/enter.ts";
import { enter } from "../../shared/session/enter.ts";
import { takeReturn } from "../../shared/session/return-address.ts";
import { readPrefs, writePrefs } from "../../shared/theme/prefs.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { PasswordInput } from "../../shared/ui/password-input.tsx";
import { AgreementLine } from "./agreement-line.tsx";

// Most accounts sign in with one step.
const SecondStep = lazyPart(async () => {
  const [module] = await Promise.all([import("./second-step.tsx"), loadTexts("security")]);
  return module.SecondStep;
});

interface Refusal {
  readonly account?: string;
  readonly password?: string;
  readonly agreement?: string;
  readonly form?: string;
}

/** R7.2, R7.3: email or phone with a password, or an anonymous session for the public plants. */
export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal>({});
  const [isBusy, setIsBusy] = useState(false);
  const [second, setSecond] = useState<{ demand: SecondFactorDemand; entering: Entering }>();
  const isKept = useRef<HTMLInputElement>(null);
  const { agreementVersion } = useConfig();
  // Who has accepted this version here before finds the box ticked; another version is accepted anew.
  const [ticked, setTicked] = useState<boolean>();
  const isAgreed = ticked ?? readPrefs().agreement === agreementVersion;

  const open = (to: string) => navigate(to, { replace: true });

  async function attempt(entering: Entering, make: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setRefusal({});
    try {
      await make();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "A0221") setSecond({ demand: error.data as SecondFactorDemand, entering });
      else setRefusal({ form: sentenceOf(error) });
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = String(form.get("account")).trim();
    const password = String(form.get("password"));
    const accountProblem = findAccountProblem(account);
    if (accountProblem !== undefined || password === "" || !isAgreed) {
      setRefusal({
        ...(accountProblem !== undefined && { account: t(accountProblem) }),
        ...(password === "" && { password: t("login.passwordNeeded") }),
        ...(!isAgreed && { agreement: t("login.agreementNeeded") }),
      });
      return;
    }
    writePrefs({ agreement: agreementVersion });
    const entering = { endpoint: openingEndpoint(), isKept: form.get("keep") !== null };
    void attempt(entering, async () => {
      const { endpoint, isKept: keepSignedIn } = entering;
      const body = { account, password, endpoint, keepSignedIn };
      const answer = await call(endpoints.token.login, { body, refusalIn: "form" });
      if (answer === undefined) return;
      await enter(answer, entering);
      await open(takeReturn());
    });
  }

  function takePasskey(): void {
    if (!isAgreed) {
      setRefusal({ agreement: t("login.agreementNeeded") });
      return;
    }
    writePrefs({ agreement: agreementVersion });
    const entering = { endpoint: openingEndpoint(), isKept: isKept.current?.checked === true };
    void attempt(entering, async () => {
      const { signInByPasskey } = await import("./passkey-sign-in.ts");
      await signInByPasskey(entering);
      await open(takeReturn());
    });
  }

  function lookAround(): void {
    const entering = { endpoint: openingEndpoint(), isKept: false };
    void attempt(entering, async () => {
      const { endpoint } = entering;
      const answer = await call(endpoints.token.anonymous, { body: { endpoint }, refusalIn: "form" });
      if (answer === undefined) return;
      await startSession(answer.data, { serverAt: answer.date, endpoint });
      await open("/public-plants");
    });
  }

  if (second !== undefined)
    return (
      <Suspense fallback={null}>
        <SecondStep
          {...second}
          onDone={() => void open(takeReturn())}
          onBack={(form) => {
            setSecond(undefined);
            setRefusal(form === undefined ? {} : { form });
          }}
        />
      </Suspense>
    );

  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <Field label={t("login.account")} refusal={refusal.account}>
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            name="account"
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t("login.password")} refusal={refusal.password}>
        {(attributes) => <PasswordInput {...attributes} name="password" autoComplete="current-password" />}
      </Field>
      <label className="login-keep">
        <input ref={isKept} type="checkbox" name="keep" />
        {t("login.keep")}
      </label>
      <AgreementLine
        isChecked={isAgreed}
        refusal={refusal.agreement}
        onChange={(isChecked) => {
          setTicked(isChecked);
          setRefusal(({ agreement: _, ...others }) => others);
        }}
      />
      {refusal.form !== undefined && (
        <p className="login-refusal" role="alert">
          <Icon name="warning" />
          {refusal.form}
        </p>
      )}
      <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
        {isBusy ? t("login.busy") : t("action.signIn")}
      </button>
      {"PublicKeyCredential" in window && (
        <button type="button" className="login-public" disabled={isBusy} onClick={takePasskey}>
          {t("login.passkey")}
        </button>
      )}
      <button type="button" className="login-public" disabled={isBusy} onClick={lookAround}>
        {t("login.public")}
      </button>
    </form>
  );
}

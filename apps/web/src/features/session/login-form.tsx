import { endpoints } from "virtual:endpoints";
import type { EndpointName } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call, startSession } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { useConfig } from "../../shared/config/config.ts";
import { openingEndpoint } from "../../shared/session/endpoint.ts";
import { takeReturn } from "../../shared/session/return-address.ts";
import { readPrefs, writePrefs } from "../../shared/theme/prefs.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { AgreementLine } from "./agreement-line.tsx";

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
  const { agreementVersion } = useConfig();
  // Who has accepted this version here before finds the box ticked; another version is accepted anew.
  const [ticked, setTicked] = useState<boolean>();
  const isAgreed = ticked ?? readPrefs().agreement === agreementVersion;

  async function enter(
    ask: (endpoint: EndpointName) => ReturnType<typeof call<typeof endpoints.token.login>>,
    to: () => string,
  ): Promise<void> {
    setIsBusy(true);
    setRefusal({});
    try {
      const endpoint = openingEndpoint();
      const answer = await ask(endpoint);
      if (answer === undefined) return;
      await startSession(answer.data, { serverAt: answer.date, endpoint });
      await navigate(to(), { replace: true });
    } catch (error) {
      if (error instanceof ApiError) setRefusal({ form: error.message });
      else throw error;
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = String(form.get("account")).trim();
    const password = String(form.get("password"));
    if (account === "" || password === "" || !isAgreed) {
      setRefusal({
        ...(account === "" && { account: t("login.accountNeeded") }),
        ...(password === "" && { password: t("login.passwordNeeded") }),
        ...(!isAgreed && { agreement: t("login.agreementNeeded") }),
      });
      return;
    }
    writePrefs({ agreement: agreementVersion });
    void enter(
      (endpoint) => call(endpoints.token.login, { body: { account, password, endpoint }, isQuiet: true }),
      takeReturn,
    );
  }

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
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            name="password"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
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
      <button
        type="button"
        className="login-public"
        disabled={isBusy}
        onClick={() =>
          void enter(
            (endpoint) => call(endpoints.token.anonymous, { body: { endpoint }, isQuiet: true }),
            () => "/home",
          )
        }
      >
        {t("login.public")}
      </button>
    </form>
  );
}

import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/token.login";
import type { BodyInputOf, SecondFactorDemand } from "@heliograph/contract";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import type { Entering } from "../../shared/auth/enter.ts";
import { enter } from "../../shared/auth/enter.ts";
import { startSession } from "../../shared/auth/start-session.ts";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { readPrefs, writePrefs } from "../../shared/base/theme/prefs.ts";
import { useConfig } from "../../shared/config/config.ts";
import { Form } from "../../shared/form/form.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import { PlainField } from "../../shared/form/plain-field.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { openingEndpoint } from "../../shared/session/endpoint.ts";
import { consumeReturn } from "../../shared/session/return-address.ts";
import { AgreementLine } from "./agreement-line.tsx";
import { SessionError } from "./session-error.tsx";

// Most accounts sign in with one step.
const SecondStep = lazyPart(async () => {
  const [module] = await Promise.all([import("./second-step.tsx"), loadTexts("security")]);
  return module.SecondStep;
});

const layout: FormLayout = {
  account: {
    labelKey: "login.account",
    inputMode: "email",
    autoComplete: "username",
    autoCapitalize: "none",
    messages: { required: "login.accountNeeded", invalid: "login.accountWrong" },
  },
  password: {
    labelKey: "login.password",
    autoComplete: "current-password",
    messages: { required: "login.passwordNeeded" },
  },
  keepSignedIn: { labelKey: "login.keep" },
};

const AGREEMENT_NEEDED = { agreement: "login.agreementNeeded" } as const;

/** R7.2, R7.3: email or phone with a password, or an anonymous session for the public plants. */
export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [second, setSecond] = useState<{ demand: SecondFactorDemand; entering: Entering }>();
  const { agreementVersion } = useConfig();
  // Who has accepted this version here before finds the box ticked; another version is accepted anew.
  const [ticked, setTicked] = useState<boolean>();
  const isAgreed = ticked ?? readPrefs().agreement === agreementVersion;
  const form = useForm({
    schema,
    layout,
    findConflicts: () => ({ ...(!isAgreed && AGREEMENT_NEEDED) }),
  });
  const { isBusy } = form;
  const isKept = form.values.keepSignedIn === true;

  const open = (to: string) => navigate(to, { replace: true });

  /** Signs in; where a second step is required, that one follows. */
  async function signIn(entering: Entering, send: () => Promise<void>): Promise<void> {
    writePrefs({ agreement: agreementVersion });
    try {
      await send();
      await open(consumeReturn());
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "A0221") throw error;
      setSecond({ demand: error.data as SecondFactorDemand, entering });
    }
  }

  const submit = (): Promise<void> =>
    form.submit((typed: Pick<BodyInputOf<typeof endpoints.token.login>, "account" | "password">) => {
      const entering = { endpoint: openingEndpoint(), isKept };
      const body = { ...typed, endpoint: entering.endpoint, keepSignedIn: isKept };
      return signIn(entering, async () => {
        const response = await call(endpoints.token.login, { body, refusalIn: "form" });
        if (response !== undefined) await enter(response, entering);
      });
    });

  async function enterByPasskey(): Promise<void> {
    if (!isAgreed) return form.showErrors({ agreement: { messageKey: AGREEMENT_NEEDED.agreement } });
    const entering = { endpoint: openingEndpoint(), isKept };
    await form.run(() =>
      signIn(entering, async () => {
        const { signInByPasskey } = await import("./passkey-sign-in.ts");
        await signInByPasskey(entering);
      }),
    );
  }

  const openPublicPlants = (): Promise<void> =>
    form.run(async () => {
      const endpoint = openingEndpoint();
      const response = await call(endpoints.token.anonymous, { body: { endpoint }, refusalIn: "form" });
      if (response === undefined) return;
      await startSession(response.data, { serverAt: response.date, endpoint });
      await open("/public-plants");
    });

  if (second !== undefined)
    return (
      <Suspense fallback={null}>
        <SecondStep
          {...second}
          onDone={() => void open(consumeReturn())}
          onBack={(sentence) => {
            setSecond(undefined);
            if (sentence !== undefined) form.showRefusal(new ApiError(sentence));
          }}
        />
      </Suspense>
    );

  return (
    <Form form={form} className="login-form" onSubmit={() => void submit()}>
      <PlainField form={form} path="account" />
      <PlainField form={form} path="password" />
      <label className="login-keep">
        <input
          type="checkbox"
          name="keep"
          checked={isKept}
          onChange={({ target }) => form.set("keepSignedIn", target.checked)}
        />
        {t("login.keep")}
      </label>
      <AgreementLine
        isChecked={isAgreed}
        refusal={form.errors.agreement}
        onChange={(isChecked) => {
          setTicked(isChecked);
          form.clearError("agreement");
        }}
      />
      <SessionError text={form.errors[""]} />
      <button type="submit" className="button" data-kind="primary" disabled={isBusy}>
        {isBusy ? t("login.busy") : t("action.signIn")}
      </button>
      {"PublicKeyCredential" in window && (
        <button
          type="button"
          className="login-public"
          disabled={isBusy}
          onClick={() => void enterByPasskey()}
        >
          {t("login.passkey")}
        </button>
      )}
      <button
        type="button"
        className="login-public"
        disabled={isBusy}
        onClick={() => void openPublicPlants()}
      >
        {t("login.public")}
      </button>
    </Form>
  );
}

import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { SessionLayout } from "./session-layout.tsx";

// Comes while the page is drawn.
const formComing = import("./register-form.tsx");
const RegisterForm = lazy(async () => ({ default: (await formComing).RegisterForm }));

// Most people register without one.
const InvitedForm = lazy(async () => ({ default: (await import("./invited-form.tsx")).InvitedForm }));

/** Registering, also by the link of an invitation (R7.6). */
export function RegisterPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get("invitation");
  return (
    <SessionLayout title={t("title.register")}>
      {token === null ? (
        <>
          <p className="told">{t("register.text")}</p>
          <Suspense fallback={null}>
            <RegisterForm />
          </Suspense>
        </>
      ) : (
        <Suspense fallback={null}>
          <InvitedForm token={token} />
        </Suspense>
      )}
      <Link className="login-public" to="/login">
        {t("register.haveAccount")}
      </Link>
    </SessionLayout>
  );
}

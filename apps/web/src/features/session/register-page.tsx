import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { SessionLayout } from "./session-layout.tsx";

// Comes while the page is drawn.
const loadForm = () => import("./register-form.tsx");
const formComing = loadForm();
const RegisterForm = lazyPart(async () => (await formComing.catch(loadForm)).RegisterForm);

// Most people register without one.
const InvitedForm = lazyPart(async () => (await import("./invited-form.tsx")).InvitedForm);

/** Registering, also by the link of an invitation (R7.6). */
export function RegisterPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get("invitation");
  return (
    <SessionLayout title={t("title.register")}>
      {token === null ? (
        <>
          <p className="intro">{t("register.text")}</p>
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

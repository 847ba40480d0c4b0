import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { SessionLayout } from "./session-layout.tsx";

// Comes while the page is drawn.
const loadForm = () => import("./forgot-form.tsx");
const formComing = loadForm();
const ForgotForm = lazyPart(async () => (await formComing.catch(loadForm)).ForgotForm);

/** A new password by a code (R7.7). */
export function ForgotPage() {
  const { t } = useTranslation();
  return (
    <SessionLayout title={t("title.forgot")}>
      <p className="intro">{t("forgot.text")}</p>
      <Suspense fallback={null}>
        <ForgotForm />
      </Suspense>
      <Link className="login-public" to="/login">
        {t("forgot.back")}
      </Link>
    </SessionLayout>
  );
}

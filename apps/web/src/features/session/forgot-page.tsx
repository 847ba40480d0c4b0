import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SessionLayout } from "./session-layout.tsx";

// Comes while the page is drawn.
const formComing = import("./forgot-form.tsx");
const ForgotForm = lazy(async () => ({ default: (await formComing).ForgotForm }));

/** A new password by a code (R7.7). */
export function ForgotPage() {
  const { t } = useTranslation();
  return (
    <SessionLayout title={t("title.forgot")}>
      <p className="told">{t("forgot.text")}</p>
      <Suspense fallback={null}>
        <ForgotForm />
      </Suspense>
      <Link className="login-public" to="/login">
        {t("forgot.back")}
      </Link>
    </SessionLayout>
  );
}

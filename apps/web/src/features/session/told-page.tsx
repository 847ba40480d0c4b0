import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SessionLayout } from "./session-layout.tsx";

/** Where accounts come from. */
export function RegisterPage() {
  const { t } = useTranslation();
  return <ToldPage title={t("register.title")} text={t("register.text")} />;
}

/** Where a new password comes from. */
export function ForgotPage() {
  const { t } = useTranslation();
  return <ToldPage title={t("forgot.title")} text={t("forgot.text")} />;
}

function ToldPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  return (
    <SessionLayout title={title}>
      <p className="told">{text}</p>
      <Link className="button" data-kind="primary" to="/login">
        {t("told.back")}
      </Link>
    </SessionLayout>
  );
}

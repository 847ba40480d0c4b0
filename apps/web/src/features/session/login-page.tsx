import { useTranslation } from "react-i18next";
import { AccountLinks } from "./account-links.tsx";
import { AppInvitation } from "./app-invitation.tsx";
import { LoginForm } from "./login-form.tsx";
import { SessionLayout } from "./session-layout.tsx";

/** Sign-in (R2.25). */
export function LoginPage() {
  const { t } = useTranslation();
  return (
    <SessionLayout title={t("login.title")} beside={<AppInvitation />}>
      <LoginForm />
      <AccountLinks />
    </SessionLayout>
  );
}

import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { AccountLinks } from "./account-links.tsx";
import { AppInvitation } from "./app-invitation.tsx";
import { SessionLayout } from "./session-layout.tsx";

// Loads while the page is rendered, as the forms of registering and of a forgotten password do: they share the engine.
const loadForm = () => import("./login-form.tsx");
const formComing = loadForm();
const LoginForm = lazyPart(async () => (await formComing.catch(loadForm)).LoginForm);

/** Sign-in (R2.25). */
export function LoginPage() {
  const { t } = useTranslation();
  return (
    <SessionLayout title={t("login.title")} beside={<AppInvitation />}>
      <Suspense fallback={null}>
        <LoginForm />
      </Suspense>
      <AccountLinks />
    </SessionLayout>
  );
}

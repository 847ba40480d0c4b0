import { useTranslation } from "react-i18next";
import { BrandMark, brandName } from "../../shared/ui/brand.tsx";
import { LanguageMenu } from "../../shared/ui/language-menu.tsx";
import { LoginForm } from "./login-form.tsx";
import { RoofDrawing } from "./roof-drawing.tsx";
import "./login-page.css";

/** Sign-in: a roof in the morning at the left, three fields at the right. */
export function LoginPage() {
  const { t } = useTranslation();
  return (
    <main className="login">
      <div className="login-picture">
        <RoofDrawing />
        <p>{t("login.claim")}</p>
      </div>
      <div className="login-side">
        <div className="login-box">
          <span className="brand">
            <BrandMark />
            {brandName}
          </span>
          <h1>{t("login.title")}</h1>
          <LoginForm />
          <footer>
            <LanguageMenu />
          </footer>
        </div>
      </div>
    </main>
  );
}

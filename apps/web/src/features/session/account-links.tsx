import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Links for users who have no account or forgot their password (R2.25). */
export function AccountLinks() {
  const { t } = useTranslation();
  return (
    <div className="login-links">
      <Link to="/forgot">{t("title.forgot")}</Link>
      <Link to="/reg">{t("title.register")}</Link>
    </div>
  );
}

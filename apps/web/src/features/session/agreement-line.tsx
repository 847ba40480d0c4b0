import { useTranslation } from "react-i18next";
import { Link } from "react-router";

interface AgreementLineProps {
  readonly isChecked: boolean;
  /** Why sign-in waits for the tick. */
  readonly refusal: string | undefined;
  readonly onChange: (isChecked: boolean) => void;
}

/** The user agreement at sign-in (R2.25). */
export function AgreementLine({ isChecked, refusal, onChange }: AgreementLineProps) {
  const { t } = useTranslation();
  return (
    <div className="login-agreement">
      <label>
        <input
          type="checkbox"
          name="agreement"
          checked={isChecked}
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : "login-agreement-refusal"}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {t("login.agree")} <Link to="/agreement?part=agreement">{t("login.agreement")}</Link>
        </span>
      </label>
      {refusal !== undefined && (
        <p className="refusal" id="login-agreement-refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

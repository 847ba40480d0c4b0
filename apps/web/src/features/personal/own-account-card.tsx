import { endpoints } from "virtual:endpoints";
import type { UserInfo } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useImmediateValue } from "../../shared/api/use-immediate-value.ts";
import { BindDialog } from "./bind-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

/** Contacts that another user entered and that are not verified. */
function listUnverified({ email, phone, isEmailVerified, isPhoneVerified }: UserInfo): string[] {
  return [isEmailVerified ? null : email, isPhoneVerified ? null : phone].filter((each) => each !== null);
}

/** Password, contacts and email notifications of the account. */
export function OwnAccountCard({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"password" | "bind">();
  const [unverified, setUnverified] = useState<string>();
  const notify = useChange(endpoints.settings.updateMessageNotify);
  const emailNotify = useImmediateValue({
    value: user.emailNotify,
    source: user,
    change: (next) => notify.mutateAsync({ emailNotify: next }),
  });
  const close = () => setOpen(undefined);
  return (
    <section className="card" aria-label={t("own.security")}>
      <div className="card-head">
        <h2>{t("own.security")}</h2>
        <span className="note">{t("own.securityText")}</span>
      </div>
      <ul className="personal-rows">
        <li>
          <div>
            <strong>{t("own.contacts")}</strong>
            <p className="note">{[user.email, user.phone].filter((each) => each !== null).join(" · ")}</p>
          </div>
          <button type="button" className="button" onClick={() => setOpen("bind")}>
            {t("own.bind")}
          </button>
        </li>
        {listUnverified(user).map((contact) => (
          <li key={contact}>
            <div>
              <strong>{t("contactVerification.missing", { contact })}</strong>
              <p className="note">{t("contactVerification.text")}</p>
            </div>
            <button
              type="button"
              className="button"
              aria-label={t("contactVerification.title", { contact })}
              onClick={() => setUnverified(contact)}
            >
              {t("contactVerification.confirm")}
            </button>
          </li>
        ))}
        <li>
          <div>
            <strong>{t("own.password")}</strong>
            <p className="note">{t("own.passwordText")}</p>
          </div>
          <button type="button" className="button" onClick={() => setOpen("password")}>
            {t("own.change")}
          </button>
        </li>
        <li>
          <label className="check">
            <input
              type="checkbox"
              checked={emailNotify.value}
              disabled={emailNotify.isBusy}
              onChange={({ target }) => void emailNotify.choose(target.checked)}
            />
            <span>
              <strong>{t("own.mails")}</strong>
              <small className="note">{t("own.mailsText")}</small>
            </span>
          </label>
        </li>
      </ul>
      {open === "password" && <PasswordDialog account={user.email ?? user.phone ?? ""} onClose={close} />}
      {open === "bind" && <BindDialog onClose={close} />}
      {unverified !== undefined && (
        <BindDialog unverified={unverified} onClose={() => setUnverified(undefined)} />
      )}
    </section>
  );
}

import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { RegisterForm } from "./register-form.tsx";

/** The form for who follows the link of an invitation: it says where to, and knows whom it went to. */
export function InvitedForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const invitation = useQuery({
    ...queryOf(endpoints.registry.getInvitation, { invitation: token }, { isQuiet: true }),
    retry: false,
  });
  const { data, error } = invitation;
  if (error !== null)
    return (
      <>
        <p className="told" role="alert">
          {error.message}
        </p>
        <Link className="button" data-kind="primary" to="/reg">
          {t("register.invitationOver")}
        </Link>
      </>
    );
  if (data === undefined) return null;
  return (
    <>
      <p className="told">{t("register.invited", { company: data.companyName })}</p>
      <RegisterForm invited={{ ...data, token }} />
    </>
  );
}

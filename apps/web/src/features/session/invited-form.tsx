import { endpoints } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Invited } from "./register-form.tsx";
import { RegisterForm } from "./register-form.tsx";

type Found = { readonly invited: Invited } | { readonly refusal: string };

/** Details of an invitation in the current language. */
function useInvitation(token: string): Found | undefined {
  const { language } = useLocale();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    call(endpoints.registry.getInvitation, {
      query: { invitation: token },
      signal,
      language,
      refusalIn: "card",
    })
      .then((response) => response && setFound({ invited: { ...response.data, token } }))
      .catch((error: unknown) => {
        if (error instanceof ApiError) setFound({ refusal: sentenceOf(error) });
        else if (!signal.aborted) throw error;
      });
    return () => stop.abort();
  }, [token, language]);
  return found;
}

/** The form behind the link of an invitation: names the company, with the contact filled in. */
export function InvitedForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const found = useInvitation(token);
  if (found === undefined) return null;
  if ("refusal" in found)
    return (
      <>
        <p className="intro" role="alert">
          {found.refusal}
        </p>
        <Link className="button" data-kind="primary" to="/reg">
          {t("register.invitationOver")}
        </Link>
      </>
    );
  return (
    <>
      <p className="intro">{t("register.invited", { company: found.invited.companyName })}</p>
      <RegisterForm invited={found.invited} />
    </>
  );
}

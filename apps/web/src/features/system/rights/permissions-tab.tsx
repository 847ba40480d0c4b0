import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { queryOf } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { changeParams } from "../../../shared/routing/change-params.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { AccountPick, chosenOf } from "../../../shared/ui/form/pick/picks.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { AccountRights } from "./account-rights.tsx";
import { TypeRights } from "./type-rights.tsx";
import "./rights.css";

/** What each account type and role allows, and what one account may do and by what. */
export function PermissionsTab() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const own = useQuery(queryOf(endpoints.user.getUserInfo));
  const canReadTypes = useCan("customerType:read") === true;
  // A page that shows nothing until a choice is made says little about what it is for.
  const accountId = params.get("account") ?? own.data?.accountId ?? "";
  const rights = useQuery({
    ...queryOf(endpoints.account.permissions, { accountId }),
    enabled: accountId !== "",
  });
  const [typeId, setTypeId] = useState("");
  return (
    <PageBody
      title={t("title.permissions")}
      text={t(canReadTypes ? "rights.settingsIntro" : "rights.accountIntro")}
    >
      <section className="card rights-card" aria-label={t("rights.ofAccount")}>
        <h2>{t("rights.ofAccount")}</h2>
        <Field label={t("rights.account")}>
          {(attributes) => (
            <AccountPick
              chosen={chosenOf(accountId, rights.data?.userName ?? "…")}
              control={{
                attributes,
                value: accountId,
                onChange: (value) =>
                  setParams(changeParams(params, { account: String(value ?? "") || undefined })),
              }}
            />
          )}
        </Field>
        {accountId !== "" && <AccountRights accountId={accountId} />}
      </section>
      {canReadTypes && <TypeRights typeId={typeId} onType={setTypeId} />}
    </PageBody>
  );
}

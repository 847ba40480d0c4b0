import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { changeParams } from "../../../shared/routing/change-params.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { AccountPick } from "../../../shared/ui/form/pick/picks.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { AccountRights } from "./account-rights.tsx";
import { TypeRights } from "./type-rights.tsx";
import "./rights.css";

/** What each account type and role allows, and what one account may do and by what. */
export function PermissionsTab() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const accountId = params.get("account") ?? "";
  const [typeId, setTypeId] = useState("");
  return (
    <PageBody title={t("title.permissions")} text={t("rights.settingsIntro")}>
      <section className="card" aria-label={t("rights.ofAccount")}>
        <h2>{t("rights.ofAccount")}</h2>
        <Field label={t("rights.account")}>
          {(attributes) => (
            <AccountPick
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
      <TypeRights typeId={typeId} onType={setTypeId} />
    </PageBody>
  );
}

import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/settings.updateUserInfo";
import type { UserInfo } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { languages } from "../../shared/base/i18n/language.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { AvatarField } from "./avatar-field.tsx";

const salutations = ["Mr", "Ms"] as const;

/** What the server knows of the signed-in person, and what of it they change themselves. */
export function ProfileCard({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const languageName = (id: string) => languages.find((each) => each.id === id)?.name ?? id;
  return (
    <section className="card" aria-label={t("personal.profile")}>
      <div className="card-head">
        <h2>{t("personal.profile")}</h2>
        <button type="button" className="button push" onClick={() => setIsEditing(true)}>
          {t("own.edit")}
        </button>
      </div>
      <AvatarField user={user} />
      <Facts>
        <Fact name={t("accounts.userName")}>{user.userName}</Fact>
        <Fact name={t("accounts.nickname")}>{user.nickname}</Fact>
        <Fact name={t("personal.salutation")}>
          {user.salutation && t(`personal.salutations.${user.salutation}`)}
        </Fact>
        <Fact name={t("accounts.contact")}>{user.contact}</Fact>
        <Fact name={t("own.language")}>{languageName(user.language)}</Fact>
        <Fact name={t("accounts.companyName")}>
          <Link to="/company-detail">{user.companyName}</Link>
        </Fact>
        <Fact name={t("accounts.upstreamCompanyName")}>{user.upstreamCompanyName}</Fact>
        <Fact name={t("accounts.relation")}>{t(`accounts.relations.${user.relation}`)}</Fact>
        <Fact name={t("accounts.customerTypeName")}>{user.customerTypeName}</Fact>
        <Fact name={t("accounts.roleName")}>{user.roleName}</Fact>
        <Fact name={t("accounts.supervisorName")}>{user.supervisorName}</Fact>
      </Facts>
      {isEditing && (
        <FormDialog
          title={t("own.edit")}
          endpoint={endpoints.settings.updateUserInfo}
          schema={schema}
          initial={user}
          fields={{
            userName: { labelKey: "accounts.userName", autoComplete: "name" },
            nickname: { labelKey: "accounts.nickname", autoComplete: "nickname" },
            salutation: {
              labelKey: "personal.salutation",
              sayChoice: (choice) => {
                const known = salutations.find((each) => each === choice);
                return known === undefined ? choice : t(`personal.salutations.${known}`);
              },
            },
            contact: { labelKey: "accounts.contact" },
            language: { labelKey: "own.language", sayChoice: languageName },
          }}
          submitText={t("own.save")}
          onClose={() => setIsEditing(false)}
          onDone={() => setIsEditing(false)}
        />
      )}
    </section>
  );
}

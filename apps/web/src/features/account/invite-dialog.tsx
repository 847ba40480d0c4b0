import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/registry.invite";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { AddProps } from "./account-form.tsx";
import { placeFields } from "./account-form.tsx";
import { sayLanguage } from "./say-language.ts";

/** As adding an account, but its person chooses the password, by a link that is sent to them. */
export function InviteDialog({ relation, ownCompanyId, onClose }: AddProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { fields, ...place } = placeFields({ relation, ownCompanyId });
  return (
    <FormDialog
      kind="drawer"
      title={t("accounts.inviteTitle")}
      endpoint={endpoints.registry.invite}
      schema={schema}
      isPaired
      fields={{
        ...fields,
        userName: { labelKey: "accounts.userName" },
        email: { labelKey: "accounts.email", hintKey: "accounts.inviteHint", autoComplete: "off" },
        phone: { labelKey: "accounts.phone" },
        language: { labelKey: "accounts.language", sayChoice: sayLanguage },
        remarks: { labelKey: "accounts.remarks", isMultiline: true, isWide: true },
      }}
      // Users mostly invite people who speak their language.
      initial={{ language }}
      {...place}
      submitText={t("accounts.invite")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

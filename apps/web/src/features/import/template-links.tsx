import { endpoints } from "virtual:endpoints";
import type { ImportKind, Language } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { getLanguage } from "../../shared/base/i18n/language.ts";
import { download } from "../../shared/tasks/download.ts";
import { Field } from "../../shared/ui/form/field.tsx";

/** Languages by their own names. */
const NAMES: Readonly<Record<Language, string>> = {
  "zh-cn": "简体中文",
  en: "English",
  pt: "Português",
  th: "ไทย",
};

/** The template of an import, in any of the languages. */
export function TemplateLinks({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>(getLanguage);

  async function get(format: "xlsx" | "csv"): Promise<void> {
    const response = await call(endpoints.deviceImport.template, { query: { kind, format, language } }).catch(
      // A toast says why.
      () => undefined,
    );
    if (response !== undefined) download({ name: `heliograph-${kind}.${format}`, blob: response.data });
  }

  return (
    <div className="import-template">
      <Field label={t("deviceImport.templateLanguage")}>
        {(attributes) => (
          <select
            {...attributes}
            className="input"
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            {Object.entries(NAMES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(["xlsx", "csv"] as const).map((format) => (
        <button key={format} type="button" className="button" onClick={() => void get(format)}>
          {t("deviceImport.templateAs", { format })}
        </button>
      ))}
    </div>
  );
}

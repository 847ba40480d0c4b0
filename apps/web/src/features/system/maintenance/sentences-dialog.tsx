import type { MaintenanceRow } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { Language } from "../../../shared/base/i18n/language.ts";
import { languages, localeTag } from "../../../shared/base/i18n/language.ts";
import { texts as en } from "../../../shared/base/i18n/locales/maintenance/en.ts";
import { texts as pt } from "../../../shared/base/i18n/locales/maintenance/pt.ts";
import { texts as th } from "../../../shared/base/i18n/locales/maintenance/th.ts";
import { texts as zhCn } from "../../../shared/base/i18n/locales/maintenance/zh-cn.ts";
import type { Texts } from "../../../shared/base/i18n/texts.ts";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";

const texts: Record<Language, Texts<typeof en>> = { "zh-cn": zhCn, en, pt, th };

/** What people will read, in every language and phase, with this pop-up's own times (R4.15). */
export function SentencesDialog({ row, onClose }: { row: MaintenanceRow; onClose: () => void }) {
  const { t } = useTranslation();
  const shown = useLocale();
  const [language, setLanguage] = useState(shown.language);
  const { notice, stopped } = texts[language].maintenance;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const moment = (at: string, tag: string): string => formatDateTime(Date.parse(at), timeZone, tag);
  const fill = (text: string): string =>
    text
      .replace("{{stop}}", moment(row.serviceStopAt, localeTag(language)))
      .replace("{{back}}", moment(row.serviceRestartAt, localeTag(language)));
  return (
    <Dialog title={t("maintenance.sentences.title")} onClose={onClose}>
      <div className="maintenance-sentences">
        <Segmented
          label={t("maintenance.sentences.language")}
          value={language}
          options={languages.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={setLanguage}
        />
        <section>
          <h3>{t("maintenance.sentences.announced", { at: moment(row.previewAt, shown.tag) })}</h3>
          <blockquote lang={language}>{fill(notice)}</blockquote>
        </section>
        <section>
          <h3>{t("maintenance.sentences.running", { at: moment(row.serviceStopAt, shown.tag) })}</h3>
          <blockquote lang={language}>
            <strong>{stopped.title}</strong>
            <p>{fill(stopped.text)}</p>
            <p>{stopped.plantsRun}</p>
          </blockquote>
        </section>
      </div>
    </Dialog>
  );
}

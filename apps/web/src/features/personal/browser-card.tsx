import { useTranslation } from "react-i18next";
import { setLanguage, useLocale } from "../../shared/base/i18n/i18n.ts";
import { languages } from "../../shared/base/i18n/language.ts";
import type { ThemeChoice } from "../../shared/base/theme/prefs.ts";
import { setSize, sizes, useSize } from "../../shared/base/theme/size.ts";
import { getThemeChoice, setThemeChoice, useTheme } from "../../shared/base/theme/theme.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";

const themes: readonly ThemeChoice[] = ["system", "light", "dark"];

/** Language, theme and display density: settings of this browser for all users. */
export function BrowserCard() {
  const { t } = useTranslation();
  const { language } = useLocale();
  const size = useSize();
  // Drawn anew when the theme changes.
  useTheme();
  return (
    <section className="card" aria-label={t("personal.browser")}>
      <div className="card-head">
        <h2>{t("personal.browser")}</h2>
        <span className="note">{t("personal.browserText")}</span>
      </div>
      <div className="personal-choices">
        <span className="label">{t("personal.language")}</span>
        <Segmented
          label={t("personal.language")}
          value={language}
          options={languages.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(next) => void setLanguage(next)}
        />
        <span className="label">{t("theme.label")}</span>
        <Segmented
          label={t("theme.label")}
          value={getThemeChoice()}
          options={themes.map((value) => ({ value, text: t(`theme.${value}`) }))}
          onChange={setThemeChoice}
        />
        <span className="label">{t("size.label")}</span>
        <Segmented
          label={t("size.label")}
          value={size}
          options={sizes.map((value) => ({ value, text: t(`size.${value}`) }))}
          onChange={setSize}
        />
      </div>
    </section>
  );
}

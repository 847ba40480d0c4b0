import { useTranslation } from "react-i18next";
import { setLanguage, useLocale } from "../../base/i18n/i18n.ts";
import type { Language } from "../../base/i18n/language.ts";
import { htmlLanguage, languages } from "../../base/i18n/language.ts";
import { useConfig } from "../../config/config.ts";
import { Icon } from "../content/icon.tsx";
import { Menu } from "./menu.tsx";

/** Every language under its own name, so that users find theirs in any language. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { languages: offered } = useConfig();
  const current = languages.find(({ id }) => id === language);
  return (
    <Menu
      label={t("language.label", { name: current?.name ?? "" })}
      button={
        <>
          <Icon name="globe" />
          {current?.name}
        </>
      }
    >
      {(close) =>
        listOffered(offered, language).map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="menu-item"
            lang={htmlLanguage(id)}
            aria-pressed={id === language}
            onClick={() => {
              void setLanguage(id);
              close();
            }}
          >
            {name}
          </button>
        ))
      }
    </Menu>
  );
}

/** What the operator offers, in that order, and in any case the language on screen. */
function listOffered(offered: readonly Language[], shown: Language) {
  const ids = offered.includes(shown) ? offered : [...offered, shown];
  return ids.flatMap((id) => languages.find((language) => language.id === id) ?? []);
}

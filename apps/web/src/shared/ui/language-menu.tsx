import { useTranslation } from "react-i18next";
import { setLanguage, useLocale } from "../i18n/i18n.ts";
import { languages } from "../i18n/language.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

/** Every language under its own name, so that nobody is lost in a foreign one. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { language } = useLocale();
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
        languages.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="menu-item"
            lang={id}
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

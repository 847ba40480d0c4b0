import { useTranslation } from "react-i18next";
import type { ThemeChoice } from "../../shared/theme/prefs.ts";
import { getThemeChoice, setThemeChoice, useTheme } from "../../shared/theme/theme.ts";
import type { IconName } from "../../shared/ui/icon.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { Menu } from "../../shared/ui/menu.tsx";

const choices: readonly { readonly choice: ThemeChoice; readonly icon: IconName }[] = [
  { choice: "system", icon: "system" },
  { choice: "light", icon: "sun" },
  { choice: "dark", icon: "moon" },
];

export function ThemeMenu() {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <Menu label={t("theme.label")} button={<Icon name={theme === "dark" ? "moon" : "sun"} />}>
      {(close) =>
        choices.map(({ choice, icon }) => (
          <button
            key={choice}
            type="button"
            className="menu-item"
            aria-pressed={getThemeChoice() === choice}
            onClick={() => {
              setThemeChoice(choice);
              close();
            }}
          >
            <Icon name={icon} />
            {t(`theme.${choice}`)}
          </button>
        ))
      }
    </Menu>
  );
}

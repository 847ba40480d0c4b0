import { useTranslation } from "react-i18next";
import type { ThemeChoice } from "../../base/theme/prefs.ts";
import { getThemeChoice, setThemeChoice, useTheme } from "../../base/theme/theme.ts";
import type { IconName } from "../content/icon.tsx";
import { Icon } from "../content/icon.tsx";
import { Menu } from "./menu.tsx";

const choices: readonly { readonly choice: ThemeChoice; readonly icon: IconName }[] = [
  { choice: "system", icon: "system" },
  { choice: "light", icon: "sun" },
  { choice: "dark", icon: "moon" },
];

/** The theme on screen, as the sign of the menu that changes it. */
export function ThemeIcon() {
  return <Icon name={useTheme() === "dark" ? "moon" : "sun"} />;
}

/** The themes to choose from, inside a menu. */
export function ThemeItems() {
  const { t } = useTranslation();
  useTheme();
  return choices.map(({ choice, icon }) => (
    <button
      key={choice}
      type="button"
      className="menu-item"
      aria-pressed={getThemeChoice() === choice}
      onClick={() => setThemeChoice(choice)}
    >
      <Icon name={icon} />
      {t(`theme.${choice}`)}
    </button>
  ));
}

export function ThemeMenu() {
  const { t } = useTranslation();
  return (
    <Menu label={t("theme.label")} button={<ThemeIcon />}>
      {() => <ThemeItems />}
    </Menu>
  );
}

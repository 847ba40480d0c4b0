import { useTranslation } from "react-i18next";
import { setSize, sizes, useSize } from "../../shared/theme/size.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import { ThemeIcon, ThemeItems } from "../../shared/ui/theme-menu.tsx";

/** Theme and size of the console, seen at once. */
export function LookMenu() {
  const { t } = useTranslation();
  const size = useSize();
  return (
    <Menu label={t("frame.look")} button={<ThemeIcon />}>
      {() => (
        <>
          <p className="menu-title">{t("theme.label")}</p>
          <ThemeItems />
          <p className="menu-title">{t("size.label")}</p>
          {sizes.map((each) => (
            <button
              key={each}
              type="button"
              className="menu-item"
              aria-pressed={size === each}
              onClick={() => setSize(each)}
            >
              <Icon name={each} />
              {t(`size.${each}`)}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}

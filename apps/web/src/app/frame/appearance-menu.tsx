import { useTranslation } from "react-i18next";
import { deviceModes, setDeviceMode, useDeviceMode } from "../../shared/base/theme/device.ts";
import { setSize, sizes, useSize } from "../../shared/base/theme/size.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";
import { ThemeIcon, ThemeItems } from "../../shared/ui/menu/theme-menu.tsx";

/** Theme, size and device mode of the console; each takes effect immediately. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const size = useSize();
  const device = useDeviceMode();
  return (
    <Menu label={t("frame.appearance")} button={<ThemeIcon />}>
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
          <p className="menu-title">{t("deviceMode.label")}</p>
          {deviceModes.map((each) => (
            <button
              key={each}
              type="button"
              className="menu-item"
              aria-pressed={device === each}
              onClick={() => setDeviceMode(each)}
            >
              <Icon name={each === "mobile" ? "phone" : "system"} />
              {t(`deviceMode.${each}`)}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}

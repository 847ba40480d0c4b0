import { useTranslation } from "react-i18next";
import { deviceModes, setDeviceMode, useDeviceMode } from "../../shared/theme/device.ts";
import { setSize, sizes, useSize } from "../../shared/theme/size.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import { ThemeIcon, ThemeItems } from "../../shared/ui/theme-menu.tsx";

/** Theme, size and device mode of the console; each takes effect immediately. */
export function LookMenu() {
  const { t } = useTranslation();
  const size = useSize();
  const device = useDeviceMode();
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

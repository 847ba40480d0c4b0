import { useTranslation } from "react-i18next";
import { Link } from "react-router";

const tabs = ["overview", "place", "data", "events", "commands", "history"] as const;
export type DeviceTab = (typeof tabs)[number];

export const isDeviceTab = (name: string | null): name is DeviceTab =>
  (tabs as readonly (string | null)[]).includes(name);

interface DeviceTabsProps {
  readonly deviceId: string;
  readonly current: DeviceTab;
}

/** The parts of a device's page as links: each has an address of its own. */
export function DeviceTabs({ deviceId, current }: DeviceTabsProps) {
  const { t } = useTranslation();
  return (
    <nav className="plant-tabs" aria-label={t("devicePage.tabs")}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={`/device/${deviceId}${tab === "overview" ? "" : `?tab=${tab}`}`}
          {...(tab === current && { "aria-current": "page" })}
        >
          {t(`devicePage.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}

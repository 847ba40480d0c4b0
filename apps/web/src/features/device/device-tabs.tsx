import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

const tabs = ["overview", "place", "data", "events", "parameters", "commands", "history"] as const;
export type DeviceTab = (typeof tabs)[number];

export const isDeviceTab = (name: string | null): name is DeviceTab =>
  (tabs as readonly (string | null)[]).includes(name);

interface DeviceTabsProps {
  readonly device: Device;
  readonly current: DeviceTab;
  /** By the model of the device. */
  readonly hasParameters: boolean;
}

/** The parts of a device's page as links: each has an address of its own. */
export function DeviceTabs({ device: { deviceId, type }, current, hasParameters }: DeviceTabsProps) {
  const { t } = useTranslation();
  return (
    <nav className="plant-tabs" aria-label={t("devicePage.tabs")}>
      {tabs
        .filter((tab) => tab !== "parameters" || hasParameters)
        .map((tab) => (
          <Link
            key={tab}
            to={`/device/${deviceId}${tab === "overview" ? "" : `?tab=${tab}`}`}
            {...(tab === current && { "aria-current": "page" })}
          >
            {t(
              tab === "parameters" && type === "DCON" ? "devicePage.tab.controller" : `devicePage.tab.${tab}`,
            )}
          </Link>
        ))}
    </nav>
  );
}

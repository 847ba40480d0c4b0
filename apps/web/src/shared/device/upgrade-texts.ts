import type { Campaign, DeviceUpgrade } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { StatusVariant } from "../ui/status/status-mark.tsx";

const hour = (value: number): string => String(value).padStart(2, "0");

/** The hours in which a campaign upgrades. */
export function windowText({ windowFromHour, windowToHour }: Campaign, t: TFunction): string {
  if (windowFromHour === null || windowToHour === null) return t("upgrades.anyTime");
  return t("upgrades.windowOf", { from: hour(windowFromHour), to: hour(windowToHour) });
}

export const campaignVariants: Readonly<Record<Campaign["state"], StatusVariant>> = {
  running: "scheduled",
  paused: "warning",
  done: "done",
  cancelled: "inactive",
};

export const upgradeVariants: Readonly<Record<DeviceUpgrade["state"], StatusVariant>> = {
  queued: "waiting",
  offered: "scheduled",
  downloading: "scheduled",
  verified: "scheduled",
  applying: "scheduled",
  rebooting: "scheduled",
  confirmed: "done",
  failed: "fault",
  skipped: "inactive",
};

/** State of a device's upgrade in words. */
export const upgradeText = (
  { state, percent }: Pick<DeviceUpgrade, "state" | "percent">,
  t: TFunction,
): string =>
  state === "downloading" && percent !== null
    ? t("upgrades.downloadingOf", { percent })
    : t(`upgrades.state.${state}`);

/** Devices of a campaign that have ended, of all. */
export const progressText = ({ total, queued, underWay }: Campaign, t: TFunction): string =>
  t("upgrades.progressOf", { ended: total - queued - underWay, total });

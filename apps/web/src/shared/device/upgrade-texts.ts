import type { Campaign, DeviceUpgrade } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { formatMoment } from "../logs/moments.ts";
import type { StatusVariant } from "../ui/status/status-mark.tsx";

const hour = (value: number): string => String(value).padStart(2, "0");

/** The hours in which a campaign upgrades. */
export function windowText({ windowFromHour, windowToHour }: Campaign, t: TFunction): string {
  if (windowFromHour === null || windowToHour === null) return t("upgrades.anyTime");
  return t("upgrades.windowOf", { from: hour(windowFromHour), to: hour(windowToHour) });
}

/** The last comparison of upgraded units with their peers, or what it waits for. */
export function yieldText(
  { checksYield, yieldWaitAt, yieldCheck }: Campaign,
  t: TFunction,
  tag: string,
): string {
  if (!checksYield) return t("upgrades.yield.off");
  if (yieldWaitAt !== null) return t("upgrades.yield.waiting", { at: formatMoment(yieldWaitAt, tag) });
  if (yieldCheck === null) return t("upgrades.yield.never");
  const { compared, low, sharePercent } = yieldCheck;
  if (compared === 0) return t("upgrades.yield.nothing");
  return t("upgrades.yield.result", { percent: formatNumber(sharePercent, tag, 0), low, compared });
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

import type { Device, DeviceType, Firmware } from "@heliograph/contract";
import { MAX_UPGRADE_DEVICES } from "@heliograph/contract/upgrade-limits";
import type { TFunction } from "i18next";
import { readPlainNumber, toPlainNumber } from "../../../shared/base/format/typed-numbers.ts";

interface Chosen {
  readonly type: DeviceType;
  readonly devices: readonly Pick<Device, "type" | "model" | "hardwareVersion">[];
  readonly firmware: Pick<Firmware, "model" | "hardware"> | undefined;
}

interface Problems {
  readonly devices?: string;
  readonly type?: string;
  readonly firmware?: string;
}

/** What blocks an upgrade (R5.13), as sentences beside what is to be changed; the server checks the same. */
export function checkUpgrade({ type, devices, firmware }: Chosen, t: TFunction): Problems {
  if (devices.length === 0) return { devices: t("upgrades.noDevices") };
  const ofOtherType = devices.filter((device) => device.type !== type).length;
  if (ofOtherType > 0)
    return { type: `${t("upgrades.otherType")}: ${t("upgrades.otherTypeText", { count: ofOtherType })}` };
  if (firmware === undefined) return { firmware: t("upgrades.noFirmware") };
  const ofOtherModel = devices.filter(
    ({ model, hardwareVersion }) => model !== firmware.model || hardwareVersion !== firmware.hardware,
  ).length;
  return ofOtherModel > 0 ? { firmware: t("upgrades.otherModel", { count: ofOtherModel }) } : {};
}

/** A typed whole number from 1 to the most devices of a campaign; undefined for anything else. */
export function readCount(text: string, tag: string): number | undefined {
  const value = readPlainNumber(toPlainNumber(text, tag));
  return Number.isInteger(value) && value >= 1 && value <= MAX_UPGRADE_DEVICES ? value : undefined;
}

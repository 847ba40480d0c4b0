import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { OperatingStatus } from "./operating-status.tsx";
import { StatusMark } from "./status-mark.tsx";

type Shown = Pick<Device, "status" | "isAsleep" | "upgrade">;

/** Status of a device; beside it that its firmware is being upgraded (R4.14). */
export function DeviceOperatingStatus({ device: { status, isAsleep, upgrade } }: { readonly device: Shown }) {
  const { t } = useTranslation();
  const isDownloading = upgrade?.state === "downloading" && upgrade.percent !== null;
  return (
    <>
      <OperatingStatus status={status} isAsleep={isAsleep} />
      {upgrade && (
        <>
          {" "}
          <StatusMark
            variant="scheduled"
            text={
              isDownloading
                ? t("status.upgradingPercent", { percent: upgrade.percent })
                : t("status.upgrading")
            }
          />
        </>
      )}
    </>
  );
}

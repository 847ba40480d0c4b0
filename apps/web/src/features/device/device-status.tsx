import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import { useLiveUnit } from "../../shared/live/live.ts";
import { DeviceOperatingStatus } from "../../shared/ui/status/device-operating-status.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import "../../shared/alarms/explained-status.css";

/** Status of a device with its reason, the alarm that decides it, and the time of the last report. */
export function DeviceStatus({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const live = useLiveUnit(device.deviceId);
  const { statusReason, isAsleep, alarm, timeZone } = device;
  return (
    <>
      <span className="explained-status">
        <DeviceOperatingStatus device={device} />
        {alarm !== null && <AlarmReason alarm={{ ...alarm, timeZone }} isShort />}
        {alarm === null && !isAsleep && statusReason !== "none" && (
          <span className="device-reason">{t(`devicePage.reason.${statusReason}`)}</span>
        )}
      </span>
      <p className="plant-facts">
        <span>{t(`deviceKind.${device.type}`)}</span>
        {device.model !== "" && <span>{device.model}</span>}
        <span>
          {t("unit.seen")} <TimeAgo at={live?.at ?? device.updatedAt} timeZone={timeZone} />
        </span>
      </p>
    </>
  );
}

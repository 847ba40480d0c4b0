import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../api/queries.ts";
import { formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import "./device-silence.css";

interface DeviceSilenceProps {
  readonly device: Device;
}

/** Says of what time the values of a silent device are, and why it is silent. Needs the texts' part `unit-curve`. */
export function DeviceSilence({ device }: DeviceSilenceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { updatedAt, communicationStatus, isAsleep, timeZone } = device;
  if (communicationStatus === "online") return null;
  if (updatedAt === null) return <WithoutValues device={device} />;
  const time = formatDateTime(Date.parse(updatedAt), timeZone, tag);
  return <p className="device-silence">{t(isAsleep ? "unitCurve.asleep" : "unitCurve.silent", { time })}</p>;
}

/** A device without current values may have reported before: its gateway sends earlier reports late. */
function WithoutValues({ device: { deviceId, isAsleep, timeZone } }: DeviceSilenceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { data, isPending } = useQuery(queryOf(endpoints.devicePage.lastSample, { deviceId }));
  if (isPending) return null;
  const time = data?.at == null ? undefined : formatDateTime(Date.parse(data.at), timeZone, tag);
  const unreported = t(isAsleep ? "unitCurve.noValues" : "unitCurve.neverReported");
  return (
    <p className="device-silence">{time === undefined ? unreported : t("unitCurve.lastReport", { time })}</p>
  );
}

import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import "./device-silence.css";

/** Says of what time the values of a silent device are, and why it is silent. Needs the texts' part `unit-curve`. */
export function DeviceSilence({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { updatedAt, communicationStatus, isAsleep, timeZone } = device;
  if (updatedAt !== null && communicationStatus === "online") return null;
  const time = updatedAt === null ? "" : formatDateTime(Date.parse(updatedAt), timeZone, tag);
  const reported = isAsleep ? "unitCurve.asleep" : "unitCurve.silent";
  const unreported = isAsleep ? "unitCurve.noValues" : "unitCurve.neverReported";
  return <p className="device-silence">{t(updatedAt === null ? unreported : reported, { time })}</p>;
}

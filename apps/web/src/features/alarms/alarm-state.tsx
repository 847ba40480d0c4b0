import type { AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

type Alarm = Pick<AlarmRow, "status" | "resolution" | "acknowledgedAt">;

function variantOf({ status, acknowledgedAt }: Alarm): StatusVariant {
  if (status === "resolved") return "done";
  return acknowledgedAt === null ? "inactive" : "scheduled";
}

/** Unresolved, acknowledged, or how it was resolved. */
export function AlarmState({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation();
  const text = () => {
    if (alarm.status === "unresolved")
      return t(alarm.acknowledgedAt === null ? "alarms.status.unresolved" : "alarms.status.acknowledged");
    return t(alarm.resolution === "forced" ? "alarms.status.forced" : "alarms.status.resolved");
  };
  return <StatusMark variant={variantOf(alarm)} text={text()} />;
}

import type { PlantStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { StatusVariant } from "./status-mark.tsx";
import { StatusMark } from "./status-mark.tsx";

export type OperatingState = PlantStatus | "online";

const variants: Readonly<Record<OperatingState, StatusVariant>> = {
  normal: "good",
  online: "good",
  warning: "warning",
  alarm: "alarm",
  fault: "fault",
  offline: "inactive",
  waiting: "waiting",
  "shut-down": "stopped",
};

interface OperatingStatusProps {
  readonly status: OperatingState;
  /** Silent because the sun is down, which is as it should be. */
  readonly isAsleep?: boolean;
}

/** Status of a plant or a device. */
export function OperatingStatus({ status, isAsleep = false }: OperatingStatusProps) {
  const { t } = useTranslation();
  return (
    <StatusMark
      variant={isAsleep ? "good" : variants[status]}
      text={isAsleep ? t("status.asleep") : t(`status.${status}`)}
    />
  );
}

import type { PlantStatus } from "@heliograph/contract";
import type { TFunction } from "i18next";
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
  /** Silent because the sun is low, besides the status. */
  readonly isAsleep?: boolean;
}

/** A device is offline while it sleeps, which is as it should be. */
const shownStatus = ({ status, isAsleep = false }: OperatingStatusProps): OperatingState =>
  isAsleep && status === "offline" ? "normal" : status;

/** The status in words, with the sleep that comes with it. */
export function statusText(t: TFunction, props: OperatingStatusProps): string {
  const status = t(`status.${shownStatus(props)}`);
  return props.isAsleep === true ? t("status.asleep", { status }) : status;
}

/** A status to filter by, in words; `asleep` is normal. */
export const statusChoiceText = (t: TFunction, choice: OperatingState | "asleep"): string =>
  statusText(t, choice === "asleep" ? { status: "normal", isAsleep: true } : { status: choice });

/** The colour and shape of a status, for what is marked besides its words. */
export const statusVariant = (props: OperatingStatusProps): StatusVariant => variants[shownStatus(props)];

/** Status of a plant or a device. */
export function OperatingStatus(props: OperatingStatusProps) {
  const { t } = useTranslation();
  return <StatusMark variant={statusVariant(props)} text={statusText(t, props)} />;
}

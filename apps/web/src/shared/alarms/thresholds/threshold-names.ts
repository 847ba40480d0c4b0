import type { Threshold, ThresholdQuantity } from "@heliograph/contract";
import { useTranslation } from "react-i18next";

/** Units of the quantities. */
export const THRESHOLD_UNITS: Readonly<Record<ThresholdQuantity, string>> = {
  voltage: "V",
  current: "A",
  temperature: "°C",
};

/** Name of a limit: "Optimizer · Voltage · High". */
export function useThresholdName() {
  const { t } = useTranslation();
  return ({ deviceType, quantity, side }: Pick<Threshold, "deviceType" | "quantity" | "side">): string =>
    t("thresholds.name", {
      type: t(`deviceKind.${deviceType}`),
      quantity: t(`thresholds.quantity.${quantity}`),
      side: t(`thresholds.side.${side}`),
    });
}

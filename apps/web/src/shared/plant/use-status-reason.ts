import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";

type Explained = Pick<StationRow, "status" | "statusReason">;

/** Why a plant has its status, in words; undefined where nothing is wrong, and until a changed status was read with its reason. */
export function useStatusReason(plant: Explained, shownStatus: StationRow["status"]): string | undefined {
  const { t } = useTranslation();
  const { status, statusReason } = plant;
  if (statusReason === null || statusReason === "none" || shownStatus !== status) return undefined;
  return t(`station.reason.${statusReason}`);
}

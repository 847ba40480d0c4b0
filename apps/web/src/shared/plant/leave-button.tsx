import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/content/icon.tsx";
import { useLeavePlant } from "./use-leave-plant.ts";

/** Gives back a plant that others share with the reader. */
export function LeaveButton({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const leave = useLeavePlant(plant);
  return (
    <button type="button" className="button" onClick={() => void leave()}>
      <Icon name="leave" />
      {t("members.leave")}
    </button>
  );
}

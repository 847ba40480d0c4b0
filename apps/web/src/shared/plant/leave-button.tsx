import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { useChange } from "../api/queries.ts";
import { Icon } from "../ui/content/icon.tsx";
import { askConfirm } from "../ui/dialog/asking.ts";

/** Gives back a plant that others share with the reader. */
export function LeaveButton({ plant: { stationId, name } }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leaving = useChange(endpoints.sharing.shareLeave);

  async function leave(): Promise<void> {
    const result = await askConfirm({
      title: t("members.leaveTitle", { name }),
      text: t("members.leaveText"),
      confirmText: t("members.leave"),
      kind: "danger",
    });
    if (result !== "confirm") return;
    try {
      await leaving.mutateAsync({ stationId });
      await navigate("/home");
    } catch (error) {
      // The refusal is on screen already.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <button type="button" className="button" onClick={() => void leave()}>
      <Icon name="leave" />
      {t("members.leave")}
    </button>
  );
}

import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { useChange } from "../api/queries.ts";
import { useCachedPage } from "../routing/cached-page.ts";
import { askConfirm } from "../ui/dialog/asking.ts";
import { giveUpPlant } from "./given-up-plants.ts";

/** Gives back a plant that others share with the user, after a confirmation, and closes its tab. */
export function useLeavePlant({
  stationId,
  name,
}: Pick<StationDetail, "stationId" | "name">): () => Promise<void> {
  const { t } = useTranslation();
  const { close } = useCachedPage();
  const leaving = useChange(endpoints.sharing.shareLeave);
  return async () => {
    const result = await askConfirm({
      title: t("members.leaveTitle", { name }),
      text: t("members.leaveText"),
      confirmText: t("members.leave"),
      kind: "danger",
    });
    if (result !== "confirm") return;
    try {
      await giveUpPlant(stationId, () => leaving.mutateAsync({ stationId }));
      close("/home");
    } catch (error) {
      // The refusal is on screen already.
      if (!(error instanceof ApiError)) throw error;
    }
  };
}

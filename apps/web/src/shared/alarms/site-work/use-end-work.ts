import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { dropPath, useChange } from "../../api/queries.ts";
import { askConfirm } from "../../ui/dialog/asking.ts";
import type { ShownSiteWork } from "./use-site-work.ts";

/** Ends running site work, or cancels planned site work, after a question. */
export function useEndWork(stationId: string): (row: ShownSiteWork) => Promise<void> {
  const { t } = useTranslation();
  const ending = useChange(endpoints.siteWork.end);
  return async ({ siteWorkId, isRunning }) => {
    const kind = isRunning ? "end" : "cancel";
    const result = await askConfirm({
      title: t(`siteWork.${kind}Title`),
      text: t(`siteWork.${kind}Text`),
      confirmText: t(`siteWork.${kind}`),
    });
    if (result !== "confirm") return;
    try {
      await ending.mutateAsync({ stationId, siteWorkId });
    } catch (error) {
      // The refusal is on screen already; another user may have been faster.
      if (!(error instanceof ApiError)) throw error;
      await dropPath(endpoints.siteWork.list.path);
    }
  };
}

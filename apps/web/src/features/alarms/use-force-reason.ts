import { MAX_CLEAR_REASON } from "@heliograph/contract/alarm-limits";
import { useTranslation } from "react-i18next";
import { askText } from "../../shared/ui/dialog/asking.ts";

/** Asks for the reason of a forced clear (R4.11); undefined when it was not given. */
export function useForceReason(): (count: number) => Promise<string | undefined> {
  const { t } = useTranslation();
  return (count) =>
    askText({
      title: t("alarms.force.title", { count }),
      text: t("alarms.force.text"),
      label: t("alarms.force.reason"),
      confirmText: t("alarms.force.confirm"),
      maxLength: MAX_CLEAR_REASON,
    });
}

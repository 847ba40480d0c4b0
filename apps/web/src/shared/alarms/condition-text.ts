import type { AlarmRow } from "@heliograph/contract";
import type { TFunction } from "i18next";

/** Whether the condition is present, or since when it has ended. */
export function conditionText(
  { goneAt, status }: Pick<AlarmRow, "goneAt" | "status">,
  t: TFunction,
  sayMoment: (at: number) => string,
): string {
  if (goneAt !== null) return t("alarms.condition.endedAt", { at: sayMoment(Date.parse(goneAt)) });
  return t(status === "resolved" ? "alarms.condition.presentWhenCleared" : "alarms.condition.present");
}

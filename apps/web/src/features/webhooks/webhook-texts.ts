import type { WebhookDelivery, WebhookRow } from "@heliograph/contract";
import type { TFunction } from "i18next";

/** Which alarms a webhook sends. */
export function describeCover(
  { plants, chosenPlants, minSeverity, events }: WebhookRow,
  t: TFunction,
): string {
  const covered =
    plants === "all" ? t("webhooks.plantsOf.all") : t("webhooks.plantCount", { count: chosenPlants.length });
  const kinds = events.map((kind) => t(`webhooks.events.${kind}`)).join(", ");
  return [covered, t(`webhooks.severities.${minSeverity}`), kinds].join(" · ");
}

/** What came of the last attempt; undefined before the first. */
export function describeResult(
  { status, error }: Pick<WebhookDelivery, "status" | "error">,
  t: TFunction,
): string | undefined {
  if (error !== null) return t(`webhooks.error.${error}`, { status: status ?? "" });
  return status === null ? undefined : t("webhooks.error.status", { status });
}

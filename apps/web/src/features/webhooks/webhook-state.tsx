import type { WebhookRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

type Shown = WebhookRow["state"] | "failing";

const variants: Readonly<Record<Shown, StatusVariant>> = {
  on: "good",
  failing: "warning",
  off: "inactive",
  failed: "fault",
  gone: "fault",
};

/** Whether a webhook sends, and why not. */
export function WebhookState({ webhook }: { readonly webhook: WebhookRow }) {
  const { t } = useTranslation();
  const { state, failingSince } = webhook;
  const shown: Shown = state === "on" && failingSince !== null ? "failing" : state;
  return <StatusMark variant={variants[shown]} text={t(`webhooks.state.${shown}`)} />;
}

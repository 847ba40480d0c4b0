import { endpoints } from "virtual:endpoints";
import type { WebhookRow } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChange } from "../../shared/api/queries.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";

/** Changes of a webhook, after a confirmation where something ends. Refusals are shown by the call itself. */
export function useWebhookActions({ webhookId, name, state }: WebhookRow) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const test = useChange(endpoints.webhook.test);
  const update = useChange(endpoints.webhook.update);
  const replacement = useChange(endpoints.webhook.replaceSecret);
  const removal = useChange(endpoints.webhook.delete);
  const [secret, setSecret] = useState<string>();
  return {
    test,
    secret,
    hideSecret: () => setSecret(undefined),
    sendTest: () => test.mutate({ webhookId }),

    async toggle(): Promise<void> {
      const isOn = state === "on";
      const question = {
        title: t("webhooks.offTitle", { name }),
        text: t("webhooks.offText"),
        confirmText: t("webhooks.turnOff"),
      };
      if (isOn && (await askConfirm(question)) !== "confirm") return;
      update.mutate({ webhookId, isOn: !isOn });
    },

    async replaceSecret(): Promise<void> {
      const result = await askConfirm({
        title: t("webhooks.replaceTitle", { name }),
        text: t("webhooks.replaceText"),
        confirmText: t("webhooks.replace"),
      });
      if (result !== "confirm") return;
      replacement.mutate({ webhookId }, { onSuccess: (created) => setSecret(created.secret) });
    },

    async remove(): Promise<void> {
      const result = await askConfirm({
        title: t("webhooks.deleteTitle", { name }),
        text: t("webhooks.deleteText"),
        confirmText: t("webhooks.delete"),
        kind: "danger",
      });
      if (result !== "confirm") return;
      removal.mutate(
        { webhookId },
        { onSuccess: () => void navigate("/alarms/webhooks", { replace: true }) },
      );
    },
  };
}

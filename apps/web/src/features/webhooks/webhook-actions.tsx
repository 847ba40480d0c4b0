import type { WebhookRow } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useWebhookActions } from "./use-webhook-actions.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { describeResult } from "./webhook-texts.ts";

/** Test, settings, secret and end of a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: WebhookRow }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const { test, secret, hideSecret, sendTest, toggle, replaceSecret, remove } = useWebhookActions(webhook);
  return (
    <>
      <TestResult test={test} />
      <button type="button" className="button" disabled={test.isPending} onClick={sendTest}>
        {t(test.isPending ? "webhooks.testing" : "webhooks.test")}
      </button>
      <button type="button" className="button" onClick={() => setIsEditing(true)}>
        {t("webhooks.edit")}
      </button>
      <button type="button" className="button" onClick={() => void toggle()}>
        {t(webhook.state === "on" ? "webhooks.turnOff" : "webhooks.turnOn")}
      </button>
      <button type="button" className="button" onClick={() => void replaceSecret()}>
        {t("webhooks.replace")}
      </button>
      <button type="button" className="button" data-kind="danger" onClick={() => void remove()}>
        {t("webhooks.delete")}
      </button>
      {isEditing && <WebhookForm webhook={webhook} onClose={() => setIsEditing(false)} />}
      {secret !== undefined && (
        <SecretDialog name={webhook.name} secret={secret} isReplaced onClose={hideSecret} />
      )}
    </>
  );
}

/** Outcome of the last test. */
function TestResult({ test: { data } }: Pick<ReturnType<typeof useWebhookActions>, "test">) {
  const { t } = useTranslation();
  return (
    <span role="status" className="webhook-test">
      {data !== undefined && (
        <StatusMark
          variant={data.isDelivered ? "good" : "fault"}
          text={
            data.isDelivered
              ? t("webhooks.tested", { status: data.status ?? "", duration: data.durationMs })
              : t("webhooks.testFailed", { reason: describeResult(data, t) })
          }
        />
      )}
    </span>
  );
}

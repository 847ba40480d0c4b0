import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { WebhookService } from "./webhooks.service.ts";

export function mountWebhookRoutes(mount: Mount, webhooks: WebhookService): void {
  const { webhook } = endpoints;
  mount(webhook.list, ({ scope }) => webhooks.list(scope));
  mount(webhook.add, (call) => webhooks.add(call, call.body));
  mount(webhook.update, async (call) => {
    await webhooks.update(call, call.body);
    return withMessage(null, "done.webhookSaved");
  });
  mount(webhook.delete, async (call) => {
    await webhooks.delete(call, call.body.webhookId);
    return withMessage(null, "done.webhookDeleted");
  });
  mount(webhook.replaceSecret, (call) => webhooks.replaceSecret(call, call.body.webhookId));
  mount(webhook.test, (call) => webhooks.test(call, call.body.webhookId));
  mount(webhook.deliveries, ({ scope, query }) => webhooks.listDeliveries(scope, query));
  mount(webhook.redeliver, async (call) =>
    withMessage(await webhooks.redeliver(call, call.body), "done.webhookRedelivery"),
  );
}

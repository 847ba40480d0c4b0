import { WebhookPage } from "./webhook-page.tsx";
import { WebhooksPage } from "./webhooks-page.tsx";

/** Pages of webhooks by name; one request loads both. */
export const pages = { list: WebhooksPage, webhook: WebhookPage } as const;

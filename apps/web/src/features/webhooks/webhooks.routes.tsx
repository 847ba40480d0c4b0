import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";
import type { pages } from "./pages.ts";

const webhookPage = (path: string, titleKey: MessageKey, name: keyof typeof pages): PageRoute => ({
  path,
  handle: { titleKey, needs: "alarm:read", isCached: true },
  element: page(async () => (await import("./pages.ts")).pages[name], "webhooks", "blocks"),
});

export const webhookRoutes: readonly PageRoute[] = [
  webhookPage("/alarms/webhooks", "frame.webhooks", "list"),
  webhookPage("/alarms/webhooks/:id", "frame.webhooks", "webhook"),
];

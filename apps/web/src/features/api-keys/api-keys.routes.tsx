import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const apiKeyRoutes: readonly PageRoute[] = [
  {
    path: "/account/api-keys",
    handle: { titleKey: "frame.apiKeys", isCached: true },
    element: page(async () => (await import("./api-keys-page.tsx")).ApiKeysPage, "api-keys", "blocks"),
  },
];

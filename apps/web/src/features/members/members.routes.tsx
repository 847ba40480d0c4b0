import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const membersRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/members",
    handle: { titleKey: "title.members", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./members-page.tsx")).MembersPage,
      ...plantTexts,
      "logs",
      "commands",
      "upgrades",
      "blocks",
    ),
  },
];

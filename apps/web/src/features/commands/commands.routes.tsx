import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const commandRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/commands",
    handle: { titleKey: "frame.commands", needs: "device:read", isCached: true },
    element: page(
      async () => (await import("./commands-page.tsx")).CommandsPage,
      ...plantTexts,
      "commands",
      "blocks",
    ),
  },
];

import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const personalRoutes: readonly PageRoute[] = [
  {
    path: "/personal-center",
    handle: { titleKey: "title.personal" },
    element: page(
      async () => (await import("./personal-page.tsx")).PersonalPage,
      "account",
      "registration",
      "security",
    ),
  },
];

import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

/** Pages of the console that a phone has at the same address. */
export const phoneConsoleRoutes: PageRoute[] = [
  {
    path: "/station/:id/safety",
    handle: { titleKey: "title.mobileStation", layout: "narrow" },
    element: page(
      async () => (await import("./phone-safety-page.tsx")).PhoneSafetyPage,
      ...(["frame", "console", "safety", "blocks", "security", "safety-pages"] as const),
    ),
  },
  {
    path: "/device/:id",
    handle: { titleKey: "title.mobileStation", layout: "narrow" },
    element: page(
      async () => (await import("./phone-switch-page.tsx")).PhoneSwitchPage,
      ...(["frame", "console", "safety", "blocks", "security"] as const),
    ),
  },
  {
    path: "/shutdowns",
    handle: { titleKey: "phone.shutdowns", layout: "narrow" },
    element: page(
      async () => (await import("./phone-shutdowns-page.tsx")).PhoneShutdownsPage,
      ...(["frame", "console", "safety", "blocks", "security", "safety-pages"] as const),
    ),
  },
];

import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

/** The console on a phone, and the public plants on every screen. */
export const phoneRoutes: readonly PageRoute[] = [
  {
    path: "/mobile/plants",
    handle: { titleKey: "title.home", layout: "narrow", needsSession: true },
    element: page(async () => (await import("./phone-plants-page.tsx")).PhonePlantsPage, "phone"),
  },
  {
    path: "/mobile/station/layout",
    handle: { titleKey: "title.mobileStation", layout: "narrow", needsSession: true },
    element: page(async () => (await import("./phone-plant-page.tsx")).PhonePlantPage, "phone", "earnings"),
  },
  {
    path: "/mobile/station/devices",
    handle: { titleKey: "title.mobileStation", layout: "narrow", needsSession: true },
    element: page(async () => await (await import("./field/load-page.ts")).loadPage()),
  },
  {
    path: "/mobile/station/roof",
    handle: { titleKey: "title.mobileStation", layout: "narrow", needsSession: true },
    element: page(async () => await (await import("./roof-work/load-page.ts")).loadPage()),
  },
  {
    path: "/public-plants",
    handle: { titleKey: "title.publicPlants", layout: "narrow", needsSession: true },
    element: page(async () => (await import("./public-plants-page.tsx")).PublicPlantsPage, "phone"),
  },
];

import type { Part } from "../../shared/base/i18n/i18n.ts";
import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";
import type { pages } from "./pages.ts";

const reportPage = (name: keyof typeof pages, ...parts: readonly Part[]) =>
  page(async () => (await import("./pages.ts")).pages[name], ...parts, "reports", "blocks");

const handle = { titleKey: "frame.reports", needs: "station:read", isCached: true } as const;

export const reportRoutes: readonly PageRoute[] = [
  {
    path: "/reports",
    handle,
    element: reportPage("fleet"),
  },
  {
    path: "/station/:id/reports",
    handle,
    element: reportPage("plant", ...plantTexts),
  },
];

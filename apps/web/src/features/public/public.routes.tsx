import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

/** Pages for everyone, from 360 px; their titles are never prefixed (R2.4). */
export const publicPageRoutes: readonly PageRoute[] = [
  {
    path: "/mobile/Choose",
    handle: { titleKey: "title.choose", layout: "narrow" },
    element: page(async () => (await import("./choose-page.tsx")).ChoosePage, "public"),
  },
  {
    path: "/mobile/file",
    handle: { titleKey: "title.datasheet", layout: "narrow" },
    element: page(async () => (await import("./datasheet-page.tsx")).DatasheetPage, "datasheet"),
  },
  {
    path: "/mobile/huizi",
    handle: { titleKey: "title.brochure", layout: "narrow" },
    element: page(async () => (await import("./brochure-page.tsx")).BrochurePage, "brochure"),
  },
  {
    path: "/mobile/preview",
    handle: { titleKey: "title.preview", layout: "narrow" },
    element: page(async () => (await import("./preview-page.tsx")).PreviewPage, "public"),
  },
  {
    path: "/mobile/download",
    handle: { titleKey: "title.download", layout: "narrow" },
    element: page(async () => (await import("./download-page.tsx")).DownloadPage, "public"),
  },
];

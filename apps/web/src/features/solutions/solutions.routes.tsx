import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";
import { kinds, leafletPath } from "./kinds.ts";

export const solutionsRoutes: readonly PageRoute[] = [
  ...kinds.map(
    (kind): PageRoute => ({
      path: kind.path,
      handle: { title: kind.title, layout: "narrow" },
      element: page(async () => {
        const { SolutionPage } = await import("./solution-page.tsx");
        return () => <SolutionPage kind={kind} />;
      }, "solution"),
    }),
  ),
  {
    path: leafletPath,
    handle: { titleKey: "title.solutions", layout: "narrow" },
    element: page(async () => (await import("./leaflet-page.tsx")).LeafletPage, "solution"),
  },
];

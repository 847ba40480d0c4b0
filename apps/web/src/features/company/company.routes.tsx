import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const companyRoutes: readonly PageRoute[] = [
  {
    path: "/company-detail",
    handle: { titleKey: "title.company" },
    element: page(async () => (await import("./company-page.tsx")).CompanyPage, "account"),
  },
  {
    path: "/account/companies",
    handle: { titleKey: "title.companies", needs: "company:read", isCached: true },
    element: page(async () => (await import("./companies-page.tsx")).CompaniesPage, "account"),
  },
];

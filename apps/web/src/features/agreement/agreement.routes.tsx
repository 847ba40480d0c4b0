import { getLanguage } from "../../shared/base/i18n/language.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const agreementRoutes: readonly PageRoute[] = [
  {
    path: "/agreement",
    handle: { titleKey: "title.agreement", layout: "narrow" },
    element: page(async () => {
      const [{ loadLibrary }, { AgreementPage }] = await Promise.all([
        import("./library.ts"),
        import("./agreement-page.tsx"),
      ]);
      // The text comes with the page instead of after it.
      await loadLibrary(getLanguage());
      return AgreementPage;
    }, "agreement"),
  },
];

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useConfig } from "../shared/config/config.ts";
import type { PageHandle } from "../shared/routing/route.ts";
import { pageTitle } from "./page-title.ts";

/** Keeps the window's title at what the route of the page on screen says (R2.4). */
export function usePageTitle(handle: PageHandle | undefined): void {
  const { t } = useTranslation();
  const translated = handle?.titleKey === undefined ? undefined : t(handle.titleKey);
  const title = pageTitle(
    { translated, title: handle?.title },
    t("brand.cloud", { name: useConfig().brand }),
  );
  useEffect(() => {
    document.title = title;
  }, [title]);
}

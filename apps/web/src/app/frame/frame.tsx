import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../shared/api/queries.ts";
import { Asker } from "../../shared/form/asker.tsx";
import { framedRoutes } from "../console-routes.tsx";
import { useFramedLocation } from "../framed-location.ts";
import { checkGuards } from "../guards.ts";
import { findHandle } from "../routes.tsx";
import { usePageTitle } from "../use-page-title.ts";
import { CachedPages, focusPage, PageArea, PageAt } from "./cached-pages.tsx";
import { ConsoleTheme } from "./console-theme.tsx";
import { FrameLines } from "./frame-lines.tsx";
import { PageTabs } from "./page-tabs.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";
import { TopBar } from "./top-bar.tsx";
import { useArea } from "./use-area.ts";
import { useCachedPages } from "./use-cached-pages.ts";
import "./frame.css";

/** The console around its pages. */
export function Frame() {
  // Before anything of the console is shown, and not while its module is loaded: that would look like a failed download.
  useState(checkGuards);
  return (
    <QueryClientProvider client={queryClient}>
      <ConsoleTheme>
        <Console />
      </ConsoleTheme>
    </QueryClientProvider>
  );
}

function Console() {
  const { t } = useTranslation();
  const location = useFramedLocation();
  usePageTitle(findHandle(framedRoutes, location));
  const cachedPages = useCachedPages(location);
  const { areas, area } = useArea(location.pathname);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={focusPage}>
        {t("frame.skip")}
      </button>
      <TopBar areas={areas} area={area} list={cachedPages.list} />
      <PageTabs {...cachedPages} />
      <FrameLines />
      <div className="frame-body">
        <Sidebar area={area} list={cachedPages.list} />
        <CachedPages {...cachedPages} />
        {cachedPages.shown === undefined && (
          <PageArea key={location.pathname} opened={0}>
            <PageAt location={location} />
          </PageArea>
        )}
      </div>
      <Asker />
      <StepUpDialog />
    </div>
  );
}

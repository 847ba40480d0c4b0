import { QueryClientProvider } from "@tanstack/react-query";
import { useContext, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { queryClient } from "../../shared/api/queries.ts";
import { useIsLive } from "../../shared/live/live.ts";
import { usePermissions } from "../../shared/session/allowed.tsx";
import { isAllowed } from "../../shared/session/permissions.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { NoPermissionPage } from "../pages/message-pages.tsx";
import { PageNeeds } from "../route-handle.ts";
import { ConsoleTheme } from "./console-theme.tsx";
import { TopBar } from "./top-bar.tsx";
import "./frame.css";

/** The console around its pages. */
export function Frame() {
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
  const { data: permissions } = usePermissions({ isPolling: true });
  const { pathname } = useLocation();
  const needs = useContext(PageNeeds);
  const isLive = useIsLive();
  const main = useRef<HTMLElement>(null);

  // R2.2
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to go to the top
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void main.current?.scrollTo(0, 0);
  }, [pathname]);

  const isRefused = needs !== undefined && permissions !== undefined && !isAllowed(permissions, needs);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t("frame.skip")}
      </button>
      <TopBar />
      {!isLive && (
        <p className="frame-notice" role="status">
          <Icon name="wifi" />
          {t("frame.notLive")}
        </p>
      )}
      <main ref={main} id="main" className="frame-main" tabIndex={-1}>
        {isRefused ? <NoPermissionPage /> : <Outlet />}
      </main>
    </div>
  );
}

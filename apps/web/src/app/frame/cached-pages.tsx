import type { ReactNode } from "react";
import { Activity, memo, useEffect, useMemo, useRef } from "react";
import { useRoutes } from "react-router";
import { usePermissions } from "../../shared/auth/allowed.tsx";
import type { CachedPage } from "../../shared/routing/cached-page.ts";
import { CachedPageContext } from "../../shared/routing/cached-page.ts";
import { PageLoading } from "../../shared/routing/page-loading.tsx";
import { canOpen } from "../../shared/session/permissions.ts";
import { framedRoutes } from "../console-routes.tsx";
import { PageBoundary } from "../page-boundary.tsx";
import { NoPermissionPage } from "../pages/message-pages.tsx";
import { findHandle } from "../routes.tsx";
import type { Address, CachedPageEntry } from "./cached-page-list.ts";
import type { CachedPagesState } from "./use-cached-pages.ts";

/** The cached pages, at most one of them on screen; effects of the others do not run. */
export function CachedPages({ list, shown, update, closeTab }: CachedPagesState) {
  return list.pages.map((page) => (
    <Activity key={page.path} mode={page.path === shown ? "visible" : "hidden"}>
      <CachedPageSlot page={page} update={update} closeTab={closeTab} />
    </Activity>
  ));
}

interface CachedPageSlotProps extends Pick<CachedPagesState, "update" | "closeTab"> {
  readonly page: CachedPageEntry;
}

function CachedPageSlot({ page: { path, location, opened }, update, closeTab }: CachedPageSlotProps) {
  const context = useMemo<CachedPage>(
    () => ({
      path,
      setLabel: (label) => update(path, { label }),
      setUnsaved: (isUnsaved) => update(path, { isUnsaved }),
      setMissing: (isMissing) => update(path, { isMissing }),
      close: (address) => closeTab(path, address),
    }),
    [path, update, closeTab],
  );
  return (
    <CachedPageContext value={context}>
      <PageArea opened={opened}>
        <PageAt location={location} />
      </PageArea>
    </CachedPageContext>
  );
}

interface PageAreaProps {
  /** Another value starts at the top. */
  readonly opened: number;
  readonly children: ReactNode;
}

/** Puts the focus on the page on screen. */
export function focusPage(): void {
  [...document.querySelectorAll("main")].find((main) => main.checkVisibility())?.focus();
}

/** Each page scrolls separately, so that it keeps its position. */
export function PageArea({ opened, children }: PageAreaProps) {
  const ref = useRef<HTMLElement>(null);
  const openedBefore = useRef(opened);
  useEffect(() => {
    if (openedBefore.current === opened) return;
    openedBefore.current = opened;
    // Newer browsers answer with a promise, which is no clean-up.
    void ref.current?.scrollTo(0, 0);
  }, [opened]);
  return (
    <main ref={ref} className="frame-main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** The routes at an address, if the session has permission to view them (R6.12). */
export const PageAt = memo(({ location }: { location: Address }) => {
  const { data: permissions, isLoading } = usePermissions();
  const element = useRoutes(framedRoutes, location);
  const needs = findHandle(framedRoutes, location)?.needs;
  // A page asks the server as soon as it is rendered, which is too early for one that may be refused.
  if (needs !== undefined && isLoading) return <PageLoading>{null}</PageLoading>;
  const isRefused = needs !== undefined && permissions !== undefined && !canOpen(permissions, needs);
  return (
    <PageBoundary address={location.pathname}>{isRefused ? <NoPermissionPage /> : element}</PageBoundary>
  );
});

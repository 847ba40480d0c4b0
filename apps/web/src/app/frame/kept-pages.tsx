import type { ReactNode } from "react";
import { Activity, memo, useEffect, useMemo, useRef } from "react";
import { useRoutes } from "react-router";
import type { KeptPage } from "../../shared/routing/kept-page.ts";
import { KeptPageContext } from "../../shared/routing/kept-page.ts";
import { usePermissions } from "../../shared/session/allowed.tsx";
import { canOpen } from "../../shared/session/permissions.ts";
import { PageBoundary } from "../page-boundary.tsx";
import { NoPermissionPage } from "../pages/message-pages.tsx";
import { findHandle, framedRoutes } from "../routes.tsx";
import type { Address, Kept } from "./kept-list.ts";
import type { KeptPagesState } from "./use-kept-list.ts";

/** The kept pages, one of them on screen at most; the others are hidden and rest. */
export function KeptPages({ list, shown, note, leave }: KeptPagesState) {
  return list.pages.map((page) => (
    <Activity key={page.path} mode={page.path === shown ? "visible" : "hidden"}>
      <KeptSlot page={page} note={note} leave={leave} />
    </Activity>
  ));
}

interface KeptSlotProps extends Pick<KeptPagesState, "note" | "leave"> {
  readonly page: Kept;
}

function KeptSlot({ page: { path, location, opened }, note, leave }: KeptSlotProps) {
  const teller = useMemo<KeptPage>(
    () => ({
      path,
      setLabel: (label) => note(path, { label }),
      setUnsaved: (isUnsaved) => note(path, { isUnsaved }),
      close: (address) => leave(path, address),
    }),
    [path, note, leave],
  );
  return (
    <KeptPageContext value={teller}>
      <PageArea opened={opened}>
        <PageAt location={location} />
      </PageArea>
    </KeptPageContext>
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

/** Each page scrolls by itself, so that it stays where it was left. */
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

/** What the routes show at an address, for those who may see it (R6.12). */
export const PageAt = memo(({ location }: { location: Address }) => {
  const { data: permissions } = usePermissions();
  const element = useRoutes(framedRoutes, location);
  const needs = findHandle(framedRoutes, location)?.needs;
  const isRefused = needs !== undefined && permissions !== undefined && !canOpen(permissions, needs);
  return (
    <PageBoundary address={location.pathname}>{isRefused ? <NoPermissionPage /> : element}</PageBoundary>
  );
});

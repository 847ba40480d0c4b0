import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { framedRoutes } from "../console-routes.tsx";
import { findHandle } from "../routes.tsx";
import type { Address, CachedPageList, PageReport } from "./cached-page-list.ts";
import { change, closeTab, FIRST_PATH, findAddress, noCachedPages, visit } from "./cached-page-list.ts";

export interface CachedPagesState {
  readonly list: CachedPageList;
  /** Path of the page on screen; undefined while one is shown that is not cached. */
  readonly shown: string | undefined;
  /** Applies what a page reports about itself. */
  readonly update: (path: string, report: PageReport) => void;
  /** Removes a page and those of its tab; shows the address, or the page shown before if one of them was on screen. */
  readonly closeTab: (path: string, address?: string) => void;
}

/** The cached pages at an address, and what tabs and pages do with them. */
export function useCachedPages(location: Address): CachedPagesState {
  const navigate = useNavigate();
  const [list, setList] = useState<CachedPageList>(noCachedPages);
  const isCached = findHandle(framedRoutes, location)?.isCached === true;
  const now = isCached ? visit(list, location) : list;
  // Set while rendering: the page must be in the first frame.
  if (now !== list) setList(now);
  const shown = isCached ? location.pathname : undefined;

  const latest = useRef({ list: now, shown });
  useLayoutEffect(() => {
    latest.current = { list: now, shown };
  });
  const update = useCallback<CachedPagesState["update"]>(
    (path, report) => setList((before) => change(before, path, report)),
    [],
  );
  const close = useCallback<CachedPagesState["closeTab"]>(
    (path, address) => {
      const next = closeTab(latest.current.list, path);
      const { shown: onScreen } = latest.current;
      const isShown = onScreen !== undefined && next.pages.every((page) => page.path !== onScreen);
      if (isShown || address !== undefined)
        void navigate(address ?? findAddress(next, next.recent[0] ?? FIRST_PATH));
      setList((before) => closeTab(before, path));
    },
    [navigate],
  );
  return { list: now, shown, update, closeTab: close };
}

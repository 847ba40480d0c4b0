import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { framedRoutes } from "../console-routes.tsx";
import { findHandle } from "../routes.tsx";
import type { Address, CachedPageEntry, CachedPageList } from "./cached-page-list.ts";
import { change, close, FIRST_PATH, findAddress, noCachedPages, visit } from "./cached-page-list.ts";

export interface CachedPagesState {
  readonly list: CachedPageList;
  /** Path of the page on screen; undefined while one is shown that is not cached. */
  readonly shown: string | undefined;
  /** Applies what a page reports about itself. */
  readonly update: (path: string, values: Partial<Pick<CachedPageEntry, "label" | "isUnsaved">>) => void;
  /** Removes a page and shows the address, or when it was on screen the page shown before it. */
  readonly closePage: (path: string, address?: string) => void;
  /** The same for all pages of a tab. */
  readonly closePages: (paths: readonly string[], address?: string) => void;
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
    (path, values) => setList((before) => change(before, path, values)),
    [],
  );
  const closePages = useCallback<CachedPagesState["closePages"]>(
    (paths, address) => {
      const next = paths.reduce(close, latest.current.list);
      const isShown = latest.current.shown !== undefined && paths.includes(latest.current.shown);
      if (isShown || address !== undefined)
        void navigate(address ?? findAddress(next, next.recent[0] ?? FIRST_PATH));
      setList((before) => paths.reduce(close, before));
    },
    [navigate],
  );
  const closePage = useCallback<CachedPagesState["closePage"]>(
    (path, address) => closePages([path], address),
    [closePages],
  );
  return { list: now, shown, update, closePage, closePages };
}

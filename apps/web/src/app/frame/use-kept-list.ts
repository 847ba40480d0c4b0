import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { findHandle, framedRoutes } from "../routes.tsx";
import type { Address, Kept, KeptList } from "./kept-list.ts";
import { change, close, FIRST_PATH, findAddress, nothingKept, visit } from "./kept-list.ts";

export interface KeptPagesState {
  readonly list: KeptList;
  /** Path of the page on screen; undefined while one is shown that is not kept. */
  readonly shown: string | undefined;
  /** Notes what a page tells of itself. */
  readonly note: (path: string, told: Partial<Pick<Kept, "label" | "isUnsaved">>) => void;
  /** Forgets a page and shows the address, or when it was on screen the page shown before it. */
  readonly leave: (path: string, address?: string) => void;
}

/** The kept pages at an address, and what tabs and pages do with them. */
export function useKeptList(location: Address): KeptPagesState {
  const navigate = useNavigate();
  const [list, setList] = useState<KeptList>(nothingKept);
  const isKept = findHandle(framedRoutes, location)?.isKept === true;
  const now = isKept ? visit(list, location) : list;
  // Known while drawing: the page must be there with its first frame.
  if (now !== list) setList(now);
  const shown = isKept ? location.pathname : undefined;

  const latest = useRef({ list: now, shown });
  useLayoutEffect(() => {
    latest.current = { list: now, shown };
  });
  const note = useCallback<KeptPagesState["note"]>(
    (path, told) => setList((before) => change(before, path, told)),
    [],
  );
  const leave = useCallback<KeptPagesState["leave"]>(
    (path, address) => {
      const next = close(latest.current.list, path);
      const isShown = path === latest.current.shown;
      if (isShown || address !== undefined)
        void navigate(address ?? findAddress(next, next.recent[0] ?? FIRST_PATH));
      setList((before) => close(before, path));
    },
    [navigate],
  );
  return { list: now, shown, note, leave };
}

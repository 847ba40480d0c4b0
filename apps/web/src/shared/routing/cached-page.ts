import { createContext, useContext, useEffect } from "react";

/** What a page of the main layout can report to the frame. */
export interface CachedPage {
  /** Address of the page; empty for one that is not cached. */
  readonly path: string;
  /** Text of the page's tab, instead of the route's title; undefined restores it. */
  setLabel(label: string | undefined): void;
  /** Closing the page would lose unsaved input: it asks first. */
  setUnsaved(isUnsaved: boolean): void;
  /** What the page showed no longer exists or is not accessible: its tab closes once another is shown. */
  setMissing(isMissing: boolean): void;
  /** Closes the page's tab without asking and shows the address, or the tab shown before. */
  close(address?: string): void;
}

const noPage: CachedPage = {
  path: "",
  setLabel: () => undefined,
  setUnsaved: () => undefined,
  setMissing: () => undefined,
  close: () => undefined,
};

/** The enclosing page; outside the main layout there is none and reports are ignored. */
export const CachedPageContext = createContext<CachedPage>(noPage);

export const useCachedPage = (): CachedPage => useContext(CachedPageContext);

/** Names the page's tab, for example after its plant. */
export function usePageLabel(label: string | undefined): void {
  const { setLabel } = useCachedPage();
  useEffect(() => setLabel(label), [setLabel, label]);
}

/** Reports whether what this page shows no longer exists or is not accessible. */
export function useMissing(isMissing: boolean): void {
  const { setMissing } = useCachedPage();
  useEffect(() => setMissing(isMissing), [setMissing, isMissing]);
}

/** Reports whether closing this page would lose unsaved input. */
export function useUnsaved(isUnsaved: boolean): void {
  const { setUnsaved } = useCachedPage();
  useEffect(() => setUnsaved(isUnsaved), [setUnsaved, isUnsaved]);
}

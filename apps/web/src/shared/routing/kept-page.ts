import { createContext, useContext, useEffect } from "react";

/** What a page of the main layout may tell the frame about itself. */
export interface KeptPage {
  /** Address of the page; empty for one that is not kept. */
  readonly path: string;
  /** Text of the page's tab, instead of the route's title; undefined takes it back. */
  setLabel(label: string | undefined): void;
  /** Something typed here would be lost with the page: closing it asks first. */
  setUnsaved(isUnsaved: boolean): void;
  /** Closes the page's tab without asking and shows the address, or the tab shown before. */
  close(address?: string): void;
}

const nowhere: KeptPage = {
  path: "",
  setLabel: () => undefined,
  setUnsaved: () => undefined,
  close: () => undefined,
};

/** The page around; outside of the main layout there is none, and what is told leads nowhere. */
export const KeptPageContext = createContext<KeptPage>(nowhere);

export const useKeptPage = (): KeptPage => useContext(KeptPageContext);

/** Names the page's tab, for example after its plant. */
export function usePageLabel(label: string | undefined): void {
  const { setLabel } = useKeptPage();
  useEffect(() => setLabel(label), [setLabel, label]);
}

/** Says whether something typed on this page would be lost with it. */
export function useUnsaved(isUnsaved: boolean): void {
  const { setUnsaved } = useKeptPage();
  useEffect(() => setUnsaved(isUnsaved), [setUnsaved, isUnsaved]);
}

import { useEffect } from "react";
import { dropPath } from "../../../shared/api/queries.ts";

const EVERY_MS = 3_000;

/** Reads an address again every few seconds while a campaign runs and the page is visible. */
export function useReload(path: string, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void dropPath(path);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [path, isRunning]);
}

import { useEffect, useEffectEvent } from "react";

const RELOAD_MS = 5_000;

/** Reads again while figures are partial, so that they and their mark are current even if no message says so. */
export function useUpdatingReload(isUpdating: boolean, reload: () => void): void {
  const run = useEffectEvent(reload);
  useEffect(() => {
    if (!isUpdating) return;
    const timer = setInterval(() => run(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [isUpdating]);
}

import { useEffect } from "react";

const RETRY_MS = 20_000;

interface PollingFor {
  /** The session whose permissions are read; undefined stops the polling. */
  readonly sessionId: string | undefined;
  readonly isPublic: boolean;
}

/** Reads the permissions of the session every 20 s while a page is open (R4.7). */
export function usePermissionPolling({ sessionId, isPublic }: PollingFor): void {
  useEffect(() => {
    if (sessionId === undefined) return;
    let stop: (() => void) | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    // The query cache is not part of the initial code of public pages.
    function start(): void {
      import("../shared/auth/permission-polling.ts")
        .then(({ startPermissionPolling }) => {
          if (!isStopped) stop = startPermissionPolling({ isPublic });
        })
        .catch(() => {
          if (!isStopped) retryTimer = setTimeout(start, RETRY_MS);
        });
    }
    start();
    return () => {
      isStopped = true;
      stop?.();
      clearTimeout(retryTimer);
    };
  }, [sessionId, isPublic]);
}

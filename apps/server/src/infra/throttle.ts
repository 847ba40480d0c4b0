/** Work on request, at most once per interval. */
export interface Throttle {
  request(): void;
  /** No run begins afterwards. */
  stop(): void;
}

/**
 * Runs work at the first request, then at most once per interval, and always once more after the last request. A run never
 * begins before the one before has ended. Work handles its own errors.
 */
export function createThrottle(work: () => Promise<void> | void, everyMs: number): Throttle {
  let isBusy = false;
  let isRequested = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    isBusy = true;
    isRequested = false;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, everyMs);
    });
    await Promise.all([work(), pause]);
    isBusy = false;
    if (isRequested && !isStopped) void run();
  }

  return {
    request() {
      if (isStopped) return;
      if (isBusy) isRequested = true;
      else void run();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs `act` immediately, then at most every `everyMs`, and not before what it returned has settled; calls in between run once
 * at the end.
 */
export function createThrottle(
  act: () => unknown,
  everyMs: number,
): {
  run(): void;
  stop(): void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isActing = false;
  let isWaiting = false;
  function run(): void {
    if (timer !== undefined || isActing) {
      isWaiting = true;
      return;
    }
    const acting = act();
    if (acting instanceof Promise) {
      isActing = true;
      const end = () => {
        isActing = false;
        runWaiting();
      };
      acting.then(end, end);
    }
    timer = setTimeout(() => {
      timer = undefined;
      runWaiting();
    }, everyMs);
  }
  function runWaiting(): void {
    if (!isWaiting || timer !== undefined || isActing) return;
    isWaiting = false;
    run();
  }
  return {
    run,
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isWaiting = false;
    },
  };
}

/** Runs `act` immediately, then at most every `everyMs`; calls in between run once at the end. */
export function createThrottle(act: () => void, everyMs: number): { run(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  function run(): void {
    if (timer !== undefined) {
      isWaiting = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isWaiting) return;
      isWaiting = false;
      run();
    }, everyMs);
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

const DEADLY_SIGNALS = ["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP"] as const;

/**
 * Lets a native crash end the process. The engine's own handlers wait 300 s for a thread that prints the stack, which
 * exists in a ClickHouse server only: until then the process would neither serve nor end, and nothing could restart it.
 * Removing the last listener of a signal makes libuv restore the default action (uv_signal_stop).
 */
export function restoreDefaultCrashes(): void {
  const ignore = () => undefined;
  for (const signal of DEADLY_SIGNALS) process.on(signal, ignore).off(signal, ignore);
}

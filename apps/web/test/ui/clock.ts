import { vi } from "vitest";

/** Replaces the page's clock by one that follows the real one and can be moved on; ends with the test. */
export function useClock() {
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  return {
    /** Lets time pass, and everything happen that is due meanwhile. */
    pass: async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
    },
  };
}

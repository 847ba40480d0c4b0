import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { closeConsole } from "./console.tsx";
import { startPage } from "./start-page.ts";

beforeAll(startPage);

// Vitest leaves its placeholder in the stack of a click or another action that fails, and reports print the stack.
beforeEach(({ onTestFailed }) => {
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? [])
      error.stack = error.stack?.replace("STACK_TRACE_ERROR", () => error.message);
  });
});

afterEach(async () => {
  // What the app has put off on the fake clock would never happen, and the next test has the same app.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeConsole();
});

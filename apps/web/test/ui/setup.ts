import { afterEach, beforeAll, vi } from "vitest";
import { closeConsole } from "./console.tsx";
import { startPage } from "./start-page.ts";

beforeAll(startPage);

afterEach(async () => {
  // What the app has put off on the fake clock would never happen, and the next test has the same app.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeConsole();
});

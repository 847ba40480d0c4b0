import { afterEach, beforeAll, vi } from "vitest";
import { closeConsole } from "./console.tsx";
import { startPage } from "./start-page.ts";

beforeAll(startPage);

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeConsole();
});

import { expect, it } from "vitest";
import { formatDays } from "./days.ts";

it("names days by their year or month where they are whole", () => {
  expect(formatDays("2025-01-01", "2025-12-31", "en-GB")).toBe("2025");
  expect(formatDays("2026-02-01", "2026-02-28", "en-GB")).toBe("February 2026");
  expect(formatDays("2026-02-01", "2026-02-27", "en-GB")).toMatch(/^1\s–\s27 Feb 2026$/);
  expect(formatDays("2026-01-01", "2026-02-28", "en-GB")).toMatch(/^1 Jan\s–\s28 Feb 2026$/);
});

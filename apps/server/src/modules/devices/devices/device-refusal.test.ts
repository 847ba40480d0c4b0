import { expect, test } from "vitest";
import { refuseDevice } from "./device-refusal.service.ts";

/** A timer may be a little early. */
const TOLERANCE_MS = 5;

test.each([
  [0, 50],
  [30, 50],
  [60, 100],
])("refuses a search that took %d ms not before %d ms after the call began", async (took, until) => {
  const startedAt = performance.now() - took;
  await expect(refuseDevice(startedAt)).rejects.toMatchObject({ code: "A0240" });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(until - TOLERANCE_MS);
});

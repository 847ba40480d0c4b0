import type { Device } from "@heliograph/contract";
import { expect, it } from "vitest";
import { troubleNamed, withoutAsleep } from "./troubles.ts";

const unit = (deviceId: string, isAsleep: boolean): Device => ({ deviceId, isAsleep }) as Device;

it("finds a state by its whole word, in any case", () => {
  const wordOf = (status: string) => `${status} now`;
  expect(troubleNamed(" Fault NOW", wordOf)).toBe("fault");
  expect(troubleNamed("fault", wordOf)).toBeUndefined();
  expect(troubleNamed("", wordOf)).toBeUndefined();
});

it("does not miss units that rest at night", () => {
  const awake = [unit("gateway", false)];
  expect(withoutAsleep({ rows: [...awake, unit("module", true)], total: 420 })).toEqual({
    rows: awake,
    total: 1,
  });
  expect(withoutAsleep({ rows: awake, total: 420 })).toEqual({ rows: awake, total: 420 });
});

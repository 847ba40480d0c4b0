import { describe, expect, test } from "vitest";
import { checkCrashes } from "../../../../../test/crash-check.ts";
import { isFullRun } from "../../../../../test/full-run.ts";

describe("kill -9 under load", () => {
  test("loses no acknowledged report and stores none twice", async () => {
    const outcome = await checkCrashes({ kills: 3, loadMs: 800 });
    expect(outcome).toMatchObject({ kills: 3, missing: 0, doubled: 0, invented: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(0);
  });

  test.runIf(isFullRun)("is detected by this check when a link acknowledges before it stores", async () => {
    const outcome = await checkCrashes({ kills: 2, loadMs: 800, acknowledgesFirst: true });
    expect(outcome.missing).toBeGreaterThan(0);
  });
});

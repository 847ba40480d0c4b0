import { expect, test } from "vitest";
import { canMount } from "../../../../../test/full-disk.ts";
import { checkFullDisk } from "../../../../../test/full-disk-check.ts";

test.runIf(canMount)(
  "is not ready while ClickHouse's disk is full, and has stored every acknowledged report afterwards (needs the right to mount)",
  async () => {
    const outcome = await checkFullDisk({ rounds: 1, checksWhileFull: 5 });
    expect(outcome).toMatchObject({
      rounds: 1,
      end: { code: 0, signal: null },
      missing: 0,
      doubled: 0,
      invented: 0,
    });
    expect(outcome.reasons).toContain("disk-full");
    expect(outcome.acknowledged).toBeGreaterThan(50);
  },
);

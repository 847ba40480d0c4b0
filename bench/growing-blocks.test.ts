import { describe, expect, it } from "vitest";
import { listStages } from "./growing-blocks.ts";

const TARGETS = [0, 1_000_000, 10_000_000, 100_000_000];
const ROWS_PER_PLANT = 20 * 288;
const stages = listStages({ plants: 1_000, modules: 20 }, TARGETS);

describe("the blocks of a growing history", () => {
  it("bring the rows to each target", () => {
    let rows = 0;
    for (const [index, blocks] of stages.entries()) {
      rows += blocks.reduce((sum, { plants }) => sum + plants * ROWS_PER_PLANT, 0);
      expect(rows).toBeGreaterThanOrEqual(TARGETS[index] ?? 0);
      expect(rows).toBeLessThan((TARGETS[index] ?? 0) + ROWS_PER_PLANT);
    }
    expect(stages[0]).toEqual([]);
  });

  it("use each day once", () => {
    const days = stages.flat().map(({ daysBack }) => daysBack);
    expect(days).toEqual(days.map((_, index) => index + 1));
  });
});

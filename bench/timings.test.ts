import { describe, expect, it } from "vitest";
import { measureInTurn, timeInTurn } from "./timings.ts";

describe("timings of a bench", () => {
  it("run in turn, each as often as it wants after a round that does not count", async () => {
    const order: string[] = [];
    const timing = (what: string, times: number) => ({
      what,
      times,
      run: async (round: number) => order.push(`${what}${round}`),
    });
    const durations = await timeInTurn([timing("a", 2), timing("b", 1)]);
    expect(order).toEqual(["a0", "b0", "a1", "b1", "a2"]);
    expect(durations.map(({ length }) => length)).toEqual([2, 1]);
  });

  it("give the p95 with its goal", async () => {
    const [row] = await measureInTurn([{ what: "list", goalMs: 50, times: 3, run: async () => undefined }]);
    expect(row).toMatchObject({ what: "list", unit: "ms p95", goal: "≤ 50" });
    expect(row?.remark).toContain("3 runs");
  });
});

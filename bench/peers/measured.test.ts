import { describe, expect, it } from "vitest";
import type { Measured, Runs } from "./measured.ts";
import { createRows } from "./measured.ts";

const run = (acknowledgedCpuS: number, quietCpuS: number, rolledUpCpuS?: number): Measured => ({
  samples: 1_000,
  cpu: {
    acknowledged: { seconds: 2, cpuSeconds: acknowledgedCpuS },
    quiet: { seconds: 5, cpuSeconds: quietCpuS },
    ...(rolledUpCpuS !== undefined && { rolledUp: { seconds: 3, cpuSeconds: rolledUpCpuS } }),
  },
  bytesPerSample: 12,
  ...(rolledUpCpuS === undefined && { version: "1.6.7" }),
  ...(rolledUpCpuS !== undefined && { bytesPerSampleRolledUp: 14 }),
});
const ours: Runs = {
  name: "Ours",
  acknowledges: "synced",
  measured: [run(1, 4, 2), run(1, 2, 2), run(1, 1, 1)],
};
const peer: Runs = {
  name: "Peer",
  acknowledges: "soon",
  goal: 2,
  measured: [run(2, 4), run(2, 8), run(2, 2)],
};
const rows = createRows("bulk", ours, [peer]);
const figureOf = (what: string) => rows.find((row) => row.what === what)?.value;

describe("the table of a load", () => {
  it("has the median of the rounds, ours also to the end of roll-ups", () => {
    expect(figureOf("bulk, Ours: samples per CPU second, to the last acknowledgement")).toBe(1_000);
    expect(figureOf("bulk, Ours: samples per CPU second, to the end of roll-ups")).toBe(500);
    expect(figureOf("bulk, Ours: samples per CPU second, to quiet")).toBe(500);
    expect(figureOf("bulk, Peer: samples per CPU second, to quiet")).toBe(250);
    expect(figureOf("bulk, Peer: samples per CPU second, to the end of roll-ups")).toBeUndefined();
    expect(figureOf("bulk, Peer: samples acknowledged")).toBe(500);
    expect(figureOf("bulk, Peer: last acknowledgement to quiet")).toBe(3);
    expect(figureOf("bulk, Ours: on the disk with roll-ups, a sample")).toBe(14);
  });

  it("names the version of a peer and what its acknowledgement means", () =>
    expect(rows.map(({ remark }) => remark).filter(Boolean)).toEqual(["synced", "1.6.7; soon"]));

  it("compares runs of the same round", () => {
    expect(figureOf("bulk, ratio to Peer by CPU, to the last acknowledgement")).toBe(2);
    // 1, 4 and 2 in the three rounds.
    expect(figureOf("bulk, ratio to Peer by CPU, to quiet")).toBe(2);
    expect(rows.filter(({ goal }) => goal === "≥ 2").length).toBe(2);
  });
});

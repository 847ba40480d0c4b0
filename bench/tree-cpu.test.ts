import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, test } from "vitest";
import type { ProcessTimes } from "./tree-cpu.ts";
import { cpuSecondsBetween, parseStat, readTree, startCpuClock } from "./tree-cpu.ts";

const times = (pid: number, ownTicks: number, endedTicks = 0, startTicks = pid): ProcessTimes => ({
  pid,
  startTicks,
  ownTicks,
  endedTicks,
});
const reading = (...processes: ProcessTimes[]) => ({ rootPid: 1, processes });

describe("a line of /proc/{pid}/stat", () => {
  it("gives times and start of a process whose name contains spaces and parentheses", () => {
    const line = `4711 (node (main) x) S 1 4711 4711 0 -1 4194560 4341 53880 0 46 120 30 51 137 20 0 11 0 585865 5124096 983`;
    expect(parseStat(line)).toEqual({ pid: 4711, startTicks: 585_865, ownTicks: 150, endedTicks: 188 });
  });
});

describe("CPU between two readings", () => {
  it("adds up all processes of the tree", () => {
    const before = reading(times(1, 100), times(2, 50));
    const after = reading(times(1, 300), times(2, 150));
    expect(cpuSecondsBetween(before, after)).toBe(3);
  });

  it("counts processes that began, and those that began and ended", () => {
    const before = reading(times(1, 100));
    const after = reading(times(1, 100, 250), times(3, 150));
    expect(cpuSecondsBetween(before, after)).toBe(4);
  });

  it("counts of a process that ended only what it used after the first reading", () => {
    const before = reading(times(1, 0), times(2, 100), times(3, 400, 100));
    const after = reading(times(1, 0), times(2, 100, 700));
    expect(cpuSecondsBetween(before, after)).toBe(2);
  });

  it("takes a process with a number used before as another one", () => {
    const before = reading(times(1, 0), times(2, 400, 0, 20));
    const after = reading(times(1, 0, 500), times(2, 30, 0, 90));
    expect(cpuSecondsBetween(before, after)).toBeCloseTo(1.3, 9);
  });

  it("fails when a process left the tree without being counted", () => {
    const before = reading(times(1, 0), times(2, 400));
    expect(() => cpuSecondsBetween(before, reading(times(1, 900)))).toThrow("left the tree");
  });

  it("fails when the root was started again", () => {
    const again = reading(times(1, 900, 0, 77));
    expect(() => cpuSecondsBetween(reading(times(1, 0)), again)).toThrow("root");
  });
});

describe.skipIf(process.platform !== "linux")("the tree of a running process", () => {
  test("contains the CPU of a grandchild that began and ended between the readings", async () => {
    const burn = "while (process.cpuUsage().user < 400_000);";
    const grandchild = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(burn)}])`;
    const readClock = startCpuClock(process.pid);
    await once(spawn(process.execPath, ["-e", grandchild]), "exit");
    expect(readClock().cpuSeconds).toBeGreaterThanOrEqual(0.38);
  });

  test("cannot be read when the process has ended", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect(() => readTree(child.pid ?? 0)).toThrow("does not run");
  });
});

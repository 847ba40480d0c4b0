import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createDemoChild, pauseBeforeRestartMs } from "./demo-child.ts";

test("restarts after its process ended, logs an error and counts the restart", async () => {
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) });
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-demo-"));
  const child = createDemoChild({ dataFolder, logger });
  expect(child.state()).toEqual({ isRunning: false, restarts: 0 });
  // A folder without a fleet file: the simulator ends with an error.
  child.start("mqtt://127.0.0.1:1");
  expect(child.state()).toEqual({ isRunning: true, restarts: 0 });
  const listStates = { timeout: 25_000 };
  await expect.poll(() => child.state().isRunning, { ...listStates, interval: 10 }).toBe(false);
  await expect
    .poll(() => child.state(), { ...listStates, interval: 10 })
    .toEqual({ isRunning: true, restarts: 1 });
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 50,
      code: 1,
      msg: "the demo's simulator ended unexpectedly; restarting it",
    }),
  );
  await child.stop();
  expect(child.state().isRunning).toBe(false);
  await rm(dataFolder, { recursive: true });
});

test("waits longer before each restart while the process keeps ending, at most a minute", () => {
  expect([1, 2, 3, 6, 7, 60].map(pauseBeforeRestartMs)).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
});

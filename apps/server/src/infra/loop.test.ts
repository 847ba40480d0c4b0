import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createLoop, limitShare } from "./loop.ts";

/** A loop without pauses whose rounds are ended by the test, and its log lines. */
function createTestLoop(everyMs = 0, hangAfterMs?: number) {
  const lines: string[] = [];
  const logger = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const rounds: { signal: AbortSignal; end: (error?: Error) => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      rounds.push({ signal, end: (error) => (error ? reject(error) : resolve()) });
    });
  const loop = createLoop({ work, everyMs, logger, failureMessage: "the round failed", hangAfterMs });
  const waitForRounds = (count: number) =>
    vi.waitFor(() => expect(rounds).toHaveLength(count), { interval: 1, timeout: 25_000 });
  return { loop, rounds, lines, waitForRounds };
}

test("starts a round immediately, and each later one only when the previous one has ended", async () => {
  const { loop, rounds, waitForRounds } = createTestLoop();
  loop.start();
  expect(rounds).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await waitForRounds(2);
  rounds[1]?.end();
  await waitForRounds(3);
  const stopped = loop.stop();
  rounds[2]?.end();
  await stopped;
});

test("stop aborts the current round, waits for it, and starts no other", async () => {
  const { loop, rounds } = createTestLoop();
  loop.start();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([rounds[0]?.signal.aborted, isStopped]).toEqual([true, false]);
  rounds[0]?.end();
  await stopped;
  expect(rounds).toHaveLength(1);
});

test("stop does not wait for the pause between two rounds", async () => {
  const { loop, rounds } = createTestLoop(3_600_000);
  loop.start();
  rounds[0]?.end();
  await new Promise((resolve) => setImmediate(resolve));
  await loop.stop();
  expect(rounds).toHaveLength(1);
});

test("continues after a failure, and logs consecutive failures once", async () => {
  const { loop, rounds, lines, waitForRounds } = createTestLoop();
  loop.start();
  for (const [round, error] of [new Error("a"), new Error("b"), undefined, new Error("c")].entries()) {
    await waitForRounds(round + 1);
    rounds[round]?.end(error);
  }
  await waitForRounds(5);
  expect(lines).toEqual(["the round failed", "the round failed"]);
  const stopped = loop.stop();
  rounds[4]?.end();
  await stopped;
});

test("reports a round that does not end", async () => {
  const { loop, rounds, lines } = createTestLoop(0, 1);
  loop.start();
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), { interval: 1, timeout: 25_000 });
  expect(new Set(lines)).toEqual(new Set(["a round of background work does not end"]));
  const stopped = loop.stop();
  rounds[0]?.end();
  await stopped;
});

test("work that takes long pauses until it has taken its share of the time, and only when it has ended well", async () => {
  let nowMs = 0;
  let runs = 0;
  let takesMs = 100;
  let error: Error | undefined;
  const run = limitShare(
    async () => {
      runs += 1;
      nowMs += takesMs;
      if (error) throw error;
    },
    { maxShare: 0.1, maxPauseMs: 5_000, nowMs: () => nowMs },
  );
  /** Whether it runs after this time. */
  const runsAfter = async (ms: number): Promise<boolean> => {
    nowMs += ms;
    const before = runs;
    await run();
    return runs > before;
  };
  expect(await runsAfter(0)).toBe(true);
  expect([await runsAfter(899), await runsAfter(1)]).toEqual([false, true]);
  takesMs = 10_000;
  expect([await runsAfter(900), await runsAfter(4_999), await runsAfter(1)]).toEqual([true, false, true]);
  error = new Error("unavailable");
  nowMs += 5_000;
  await expect(run()).rejects.toThrow("unavailable");
  error = undefined;
  expect(await runsAfter(0)).toBe(true);
});

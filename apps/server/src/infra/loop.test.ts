import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createLoop } from "./loop.ts";

/** A loop without pauses whose rounds end when the test says so, and what it logs. */
function stage(everyMs = 0, hangsAfterMs?: number) {
  const lines: string[] = [];
  const logger = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const rounds: { signal: AbortSignal; end: (error?: Error) => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      rounds.push({ signal, end: (error) => (error ? reject(error) : resolve()) });
    });
  const loop = createLoop({ work, everyMs, logger, trouble: "the well is dry", hangsAfterMs });
  const reach = (count: number) => vi.waitFor(() => expect(rounds).toHaveLength(count), { interval: 1 });
  return { loop, rounds, lines, reach };
}

test("begins at once, and a round begins only when the one before has ended", async () => {
  const { loop, rounds, reach } = stage();
  loop.start();
  expect(rounds).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await reach(2);
  rounds[1]?.end();
  await reach(3);
  const stopped = loop.stop();
  rounds[2]?.end();
  await stopped;
});

test("stopping tells the round at hand, waits for it, and begins no other", async () => {
  const { loop, rounds } = stage();
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

test("stopping does not wait for the pause between two rounds", async () => {
  const { loop, rounds } = stage(3_600_000);
  loop.start();
  rounds[0]?.end();
  await new Promise((resolve) => setImmediate(resolve));
  await loop.stop();
  expect(rounds).toHaveLength(1);
});

test("goes on after a failure, and tells a trouble that lasts once", async () => {
  const { loop, rounds, lines, reach } = stage();
  loop.start();
  for (const [round, error] of [new Error("a"), new Error("b"), undefined, new Error("c")].entries()) {
    await reach(round + 1);
    rounds[round]?.end(error);
  }
  await reach(5);
  expect(lines).toEqual(["the well is dry", "the well is dry"]);
  const stopped = loop.stop();
  rounds[4]?.end();
  await stopped;
});

test("reports a round that does not end", async () => {
  const { loop, rounds, lines } = stage(0, 1);
  loop.start();
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), { interval: 1 });
  expect(new Set(lines)).toEqual(new Set(["a round of background work does not end"]));
  const stopped = loop.stop();
  rounds[0]?.end();
  await stopped;
});

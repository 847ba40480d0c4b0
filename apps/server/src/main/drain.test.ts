import { expect, it, vi } from "vitest";
import { drain } from "./drain.ts";

function begin(drainS: number) {
  const order: string[] = [];
  const leaving = new AbortController();
  const handOver = vi.fn(async (_withinMs: number, _signal: AbortSignal) => void order.push("handed over"));
  const ended = drain({
    health: { setStopping: () => void order.push("not ready") },
    roles: [{ drain: handOver, stop: async () => undefined }, { stop: async () => undefined }],
    drainS,
    signal: leaving.signal,
  });
  return { order, leaving, handOver, ended };
}

it("keeps its connections while balancers notice that it is not ready, then hands them over", async () => {
  const { order, leaving, handOver, ended } = begin(60);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(order).toEqual(["not ready"]);
  leaving.abort();
  await ended;
  expect(order).toEqual(["not ready", "handed over"]);
  expect(handOver).toHaveBeenCalledWith(60_000, leaving.signal);
});

it("leaves immediately where no other process takes over", async () => {
  const { order, ended } = begin(0);
  await ended;
  expect(order).toEqual([]);
});

import { expect, onTestFinished, test, vi } from "vitest";
import type { OutboxRecord } from "./outbox.ts";
import { createOutbox } from "./outbox.ts";

const DAY_MS = 86_400_000;

/** An outbox whose messages are acknowledged or interrupted by the test. */
function create(options: { capacity?: number; inFlight?: number } = {}) {
  const sent: { seq: number; topic: string; settle(isAcknowledged: boolean): Promise<void> }[] = [];
  const overwritten: number[] = [];
  const outbox = createOutbox({
    capacity: options.capacity ?? 100,
    inFlight: options.inFlight ?? 100,
    send: (record, topic) =>
      new Promise((resolve) => {
        const settle = async (isAcknowledged: boolean) => {
          resolve(isAcknowledged);
          await Promise.resolve();
          await Promise.resolve();
        };
        sent.push({ seq: record.seq, topic, settle });
      }),
    onOverwritten: (record) => overwritten.push(record.seq),
  });
  const add = (seq: number, way: "live" | "late" | "buffered" = "live", at = seq) =>
    outbox.add({ seq, at, topic: "upData", body: new Uint8Array() } satisfies OutboxRecord, way);
  const log = () => sent.map(({ seq, topic }) => `${topic} ${seq}`);
  return { outbox, add, sent, overwritten, log };
}

test("sends live records immediately while online, and deletes each only with its PUBACK", async () => {
  const { outbox, add, sent, log } = create();
  outbox.goOnline();
  add(1);
  add(2);
  expect(log()).toEqual(["upData 1", "upData 2"]);
  await sent[0]!.settle(true);
  expect(outbox.size()).toBe(1);
});

test("limits the number of messages without PUBACK", async () => {
  const { outbox, add, sent, log } = create({ inFlight: 2 });
  outbox.goOnline();
  for (const seq of [1, 2, 3]) add(seq);
  expect(log()).toHaveLength(2);
  await sent[0]!.settle(true);
  expect(log()).toEqual(["upData 1", "upData 2", "upData 3"]);
});

test("sends messages interrupted before their PUBACK again, as late ones", async () => {
  const { outbox, add, sent, log } = create();
  outbox.goOnline();
  add(1);
  outbox.goOffline();
  await sent[0]!.settle(false);
  outbox.goOnline();
  expect(log()).toEqual(["upData 1", "upHistory 1"]);
});

test("waits while a connection refuses messages, and continues when it accepts them again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let tries = 0;
  const outbox = createOutbox({ capacity: 10, inFlight: 10, send: async () => ++tries > 2 });
  outbox.goOnline();
  outbox.add({ seq: 1, at: 1, topic: "upData", body: new Uint8Array() }, "live");
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tries).toBe(3);
  expect(outbox.size()).toBe(0);
});

test("keeps records made while offline until the cloud requests them, newest day first", () => {
  const { outbox, add, log } = create();
  add(1, "live", 0);
  add(2, "live", DAY_MS);
  add(3, "live", DAY_MS + 1);
  add(4, "live", 2 * DAY_MS);
  outbox.goOnline();
  expect(log()).toEqual([]);
  expect(outbox.want([[1, 3]], undefined, 4)).toEqual([]);
  expect(log()).toEqual(["upHistory 2", "upHistory 3", "upHistory 1"]);
});

test("reports requested numbers as lost that it no longer has, and none that it never assigned", () => {
  const { outbox, add, overwritten } = create({ capacity: 2 });
  for (const seq of [5, 6, 7, 8]) add(seq, "buffered");
  expect(overwritten).toEqual([5, 6]);
  expect(outbox.want([[3, 20]], undefined, 8)).toEqual([[3, 6]]);
});

test("sends requested records at the rate set by the cloud", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const { outbox, add, log } = create();
    for (const seq of [1, 2, 3, 4]) add(seq, "buffered");
    outbox.goOnline();
    outbox.want([[1, 4]], 2, 4);
    const sentImmediately = log().length;
    vi.advanceTimersByTime(1_000);
    expect(log().length - sentImmediately).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("sends the rest without a request when configured, since only a PUBACK confirms that a record is stored", () => {
  const { outbox, add, log } = create();
  add(1, "buffered");
  outbox.goOnline();
  outbox.sendRest(1_000);
  expect(log()).toEqual(["upHistory 1"]);
});

test("sends live records before late ones", async () => {
  const { outbox, add, sent, log } = create({ inFlight: 1 });
  outbox.goOnline();
  add(1, "late");
  add(2, "late");
  add(3, "live");
  await sent[0]!.settle(true);
  expect(log()).toEqual(["upHistory 1", "upData 3"]);
});

test("blocks a fast sender until enough records are acknowledged", async () => {
  const { outbox, add, sent } = create();
  outbox.goOnline();
  for (const seq of [1, 2, 3]) add(seq);
  let isFree = false;
  const free = outbox.whenBelow(2).then(() => {
    isFree = true;
  });
  await sent[0]!.settle(true);
  expect(isFree).toBe(false);
  await sent[1]!.settle(true);
  await free;
  expect(isFree).toBe(true);
});

import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import type { Bus } from "../src/infra/bus.ts";

/** Two ends of a bus, as two processes have them; a bus in one process has the same object at both. */
export interface BusEnds {
  one: Bus;
  other: Bus;
  /** Messages of errors thrown by subscribers, with their subjects. */
  listErrors(): { message: string; subject: string }[];
}

const SETTLED = "settled";

/** Resolves when subscriptions of `to` are known to `from`, and `to` has received what `from` published. */
export async function settle(from: Bus, to: Bus): Promise<void> {
  const subject = `${SETTLED}.${randomUUID()}`;
  let isReceived = false;
  const leave = to.subscribe(subject, () => {
    isReceived = true;
  });
  await expect
    .poll(() => {
      if (!isReceived) from.publish(subject, {});
      return isReceived;
    })
    .toBe(true);
  leave();
}

const subjects = ["plant.1", "plant.1.live", "plant.2.live", "plant.2.alarms", "gateway.1.live"];

const patterns: [string, string[]][] = [
  ["plant.1.live", ["plant.1.live"]],
  ["plant.*.live", ["plant.1.live", "plant.2.live"]],
  ["plant.2.*", ["plant.2.live", "plant.2.alarms"]],
  ["plant.>", ["plant.1", "plant.1.live", "plant.2.live", "plant.2.alarms"]],
  ["plant.1.>", ["plant.1.live"]],
  ["*.1.live", ["plant.1.live", "gateway.1.live"]],
  [">", subjects],
  ["plant", []],
];

/** What every implementation of the bus does. `open` connects two ends anew; the caller closes them. */
export function testBus(open: () => Promise<BusEnds>): void {
  test.each(patterns)(
    "the pattern %s matches the subjects that NATS would match",
    async (pattern, expected) => {
      const { one, other } = await open();
      const received: string[] = [];
      other.subscribe(pattern, (_message, subject) => {
        if (!subject.startsWith(SETTLED)) received.push(subject);
      });
      await settle(one, other);
      for (const subject of subjects) one.publish(subject, {});
      await settle(one, other);
      expect(received).toEqual(expected);
    },
  );

  test("delivers the message with its subject, at both ends and once each", async () => {
    const { one, other } = await open();
    const handlers = [vi.fn(), vi.fn()];
    one.subscribe("plant.*", handlers[0]!);
    other.subscribe("plant.*", handlers[1]!);
    await settle(one, other);
    one.publish("plant.1", { powerW: 5, names: ["é", null] });
    await settle(one, other);
    for (const handler of handlers)
      expect(handler.mock.calls).toEqual([[{ powerW: 5, names: ["é", null] }, "plant.1"]]);
  });

  test("a publisher never runs a subscriber's code inside its own call", async () => {
    const { one } = await open();
    const handler = vi.fn();
    one.subscribe("a", handler);
    one.publish("a", 1);
    expect(handler).not.toHaveBeenCalled();
    await settle(one, one);
    expect(handler).toHaveBeenCalledOnce();
  });

  test("reports a subscriber that throws, and still delivers to the others", async () => {
    const { one, other, listErrors } = await open();
    const handler = vi.fn();
    other.subscribe("a.*", () => {
      throw new Error("broken");
    });
    other.subscribe("a.*", handler);
    await settle(one, other);
    one.publish("a.b", 1);
    await settle(one, other);
    expect(handler).toHaveBeenCalledOnce();
    expect(listErrors()).toEqual([{ message: "broken", subject: "a.b" }]);
  });

  test("the same function may subscribe twice and unsubscribe once", async () => {
    const { one, other } = await open();
    const handler = vi.fn();
    const leave = other.subscribe("a", handler);
    other.subscribe("a", handler);
    leave();
    await settle(one, other);
    one.publish("a", 1);
    await settle(one, other);
    expect(handler).toHaveBeenCalledOnce();
  });

  test("delivers nothing after close, and publishing is no error then", async () => {
    const { one, other } = await open();
    const handler = vi.fn();
    one.subscribe("a", handler);
    await settle(other, one);
    one.publish("a", 1);
    await one.close();
    one.publish("a", 2);
    if (other !== one) other.publish("a", 3);
    await Promise.resolve();
    expect(handler).not.toHaveBeenCalled();
    expect(() => one.subscribe("a", handler)()).not.toThrow();
  });

  test.each(["", "a..b", ".a", "a."])('refuses "%s" as a subject', async (subject) => {
    const { one } = await open();
    expect(() => one.publish(subject, 1)).toThrow("empty token");
    expect(() => one.subscribe(subject, () => {})).toThrow("empty token");
  });

  test("accepts > only at the end", async () => {
    const { one } = await open();
    expect(() => one.subscribe("a.>.b", () => {})).toThrow('">" ends a subject');
  });
}

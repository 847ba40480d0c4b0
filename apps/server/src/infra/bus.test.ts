import { expect, test, vi } from "vitest";
import { createInProcessBus } from "./bus.ts";

async function collect(pattern: string, subjects: readonly string[]): Promise<string[]> {
  const bus = createInProcessBus();
  const heard: string[] = [];
  bus.subscribe(pattern, (_message, subject) => heard.push(subject));
  for (const subject of subjects) bus.publish(subject, {});
  await Promise.resolve();
  return heard;
}

const subjects = ["plant.1", "plant.1.live", "plant.2.live", "plant.2.alarms", "gateway.1.live"];

test.each([
  ["plant.1.live", ["plant.1.live"]],
  ["plant.*.live", ["plant.1.live", "plant.2.live"]],
  ["plant.2.*", ["plant.2.live", "plant.2.alarms"]],
  ["plant.>", ["plant.1", "plant.1.live", "plant.2.live", "plant.2.alarms"]],
  ["plant.1.>", ["plant.1.live"]],
  ["*.1.live", ["plant.1.live", "gateway.1.live"]],
  [">", subjects],
  ["plant", []],
])("the pattern %s matches the subjects that NATS would match", async (pattern, expected) => {
  expect(await collect(pattern, subjects)).toEqual(expected);
});

test("delivers the message with its subject, once even where patterns overlap", async () => {
  const bus = createInProcessBus();
  const handler = vi.fn();
  bus.subscribe("plant.*", handler);
  bus.publish("plant.1", { powerW: 5 });
  await Promise.resolve();
  expect(handler.mock.calls).toEqual([[{ powerW: 5 }, "plant.1"]]);
});

test("a publisher never runs a subscriber's code inside its own call", () => {
  const bus = createInProcessBus();
  const handler = vi.fn();
  bus.subscribe("a", handler);
  bus.publish("a", 1);
  expect(handler).not.toHaveBeenCalled();
});

test("reports a subscriber that throws, and still delivers to the others", async () => {
  const onError = vi.fn();
  const bus = createInProcessBus({ onError });
  const handler = vi.fn();
  bus.subscribe("a", () => {
    throw new Error("broken");
  });
  bus.subscribe("a", handler);
  bus.publish("a", 1);
  await Promise.resolve();
  expect(handler).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledWith(new Error("broken"), "a");
});

test("the same function may subscribe twice and unsubscribe once", async () => {
  const bus = createInProcessBus();
  const handler = vi.fn();
  const leave = bus.subscribe("a", handler);
  bus.subscribe("a", handler);
  leave();
  bus.publish("a", 1);
  await Promise.resolve();
  expect(handler).toHaveBeenCalledOnce();
});

test("delivers nothing after close", async () => {
  const bus = createInProcessBus();
  const handler = vi.fn();
  bus.subscribe("a", handler);
  bus.publish("a", 1);
  await bus.close();
  bus.publish("a", 2);
  await Promise.resolve();
  expect(handler).not.toHaveBeenCalled();
});

test.each(["", "a..b", ".a", "a."])('refuses "%s" as a subject', (subject) => {
  const bus = createInProcessBus();
  expect(() => bus.publish(subject, 1)).toThrow("empty token");
  expect(() => bus.subscribe(subject, () => {})).toThrow("empty token");
});

test("accepts > only at the end", () => {
  expect(() => createInProcessBus().subscribe("a.>.b", () => {})).toThrow('">" ends a subject');
});

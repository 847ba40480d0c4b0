import { expect, test } from "vitest";
import { createInProcessBus } from "./bus.ts";
import { createVirtualClock } from "./clock.ts";
import { createSharedValue } from "./shared-value.ts";

/** A stored value and two processes that read it. */
function stage() {
  const bus = createInProcessBus();
  const clock = createVirtualClock(0);
  const store = { value: "old", loads: 0 };
  const load = async () => {
    store.loads += 1;
    return store.value;
  };
  const open = () => createSharedValue({ bus, clock, subject: "thing.changed", load });
  return { store, clock, bus, one: open(), other: open() };
}

test("loads once for many readers", async () => {
  const { store, one } = stage();
  expect(await Promise.all([one.get(), one.get(), one.get()])).toEqual(["old", "old", "old"]);
  await one.get();
  expect(store.loads).toBe(1);
});

test("a change by one process is read by the other, and immediately by the one that made it", async () => {
  const { store, one, other } = stage();
  await Promise.all([one.get(), other.get()]);
  store.value = "new";
  one.invalidate();
  expect(await one.get()).toBe("new");
  expect(await other.get()).toBe("new");
});

test("a value that was being loaded when the change came is not cached", async () => {
  const { bus, clock } = stage();
  const resolvers: ((value: string) => void)[] = [];
  const slow = createSharedValue({
    bus,
    clock,
    subject: "thing.changed",
    load: () => new Promise<string>((resolve) => resolvers.push(resolve)),
  });
  const before = slow.get();
  slow.invalidate();
  // The publisher receives its own message too.
  await Promise.resolve();
  const after = slow.get();
  resolvers[1]?.("new");
  resolvers[0]?.("old");
  expect([await before, await after, await slow.get()]).toEqual(["old", "new", "new"]);
});

test("a change whose message was lost is read after 30 s, and a failed load is not cached", async () => {
  const { store, one, clock, bus } = stage();
  await one.get();
  store.value = "new";
  clock.advance(29_000);
  expect(await one.get()).toBe("old");
  clock.advance(1_000);
  expect(await one.get()).toBe("new");
  let isFailing = true;
  const failing = createSharedValue({
    bus,
    clock,
    subject: "other.changed",
    load: async () => {
      if (isFailing) throw new Error("away");
      return "back";
    },
  });
  await expect(failing.get()).rejects.toThrow("away");
  isFailing = false;
  expect(await failing.get()).toBe("back");
});

import { ProtocolError } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../infra/clock.ts";
import { createLogger } from "../../infra/logger.ts";
import { createHoldOpen } from "./hold-open.ts";

const logger = createLogger({ logLevel: "silent" });
const away = () => Object.assign(new Error("storage is away"), { code: "ECONNREFUSED" });
const stays = () => false;
const MINUTE_MS = 60_000;

test("holds a message for five minutes while storage is away and gives up within the sixth", async () => {
  const clock = createVirtualClock(0);
  const held = createHoldOpen({ clock, logger }).run(async () => {
    clock.advance(1.5 * MINUTE_MS);
    throw away();
  }, stays);
  await expect(held).rejects.toThrow("storage is away");
  expect(clock.now()).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(clock.now()).toBeLessThanOrEqual(7.5 * MINUTE_MS);
});

test("tries again until storage is back", async () => {
  let tries = 0;
  await createHoldOpen({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    if (tries < 3) throw away();
  }, stays);
  expect(tries).toBe(3);
});

test("does not try again what the gateway itself did wrong", async () => {
  let tries = 0;
  const refused = createHoldOpen({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    throw new ProtocolError("malformed");
  }, stays);
  await expect(refused).rejects.toThrow("malformed");
  expect(tries).toBe(1);
});

test("does not try again what storage will never take", async () => {
  let tries = 0;
  const refused = createHoldOpen({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    throw Object.assign(new Error("unsupported Unicode escape sequence"), { code: "22P05" });
  }, stays);
  await expect(refused).rejects.toThrow("unsupported");
  expect(tries).toBe(1);
});

test("gives a message up when its sender left", async () => {
  let tries = 0;
  const held = createHoldOpen({ clock: createVirtualClock(0), logger }).run(
    async () => {
      tries++;
      throw away();
    },
    () => tries > 0,
  );
  await expect(held).rejects.toThrow("the sender left");
  expect(tries).toBe(1);
});

test("tells an outage once, whatever the number of messages and tries", async () => {
  const told: string[] = [];
  const listening = createLogger({ logLevel: "silent" });
  listening.warn = ((_: unknown, text: string) => void told.push(text)) as unknown as typeof listening.warn;
  listening.info = ((text: string) => void told.push(text)) as unknown as typeof listening.info;
  const holdOpen = createHoldOpen({ clock: createVirtualClock(0), logger: listening });
  const hold = () => {
    let tries = 0;
    return holdOpen.run(async () => {
      tries++;
      if (tries < 3) throw away();
    }, stays);
  };
  await Promise.all([hold(), hold(), hold()]);
  expect(told).toEqual(["reports cannot be stored for now", "reports are stored again"]);
});

test("finds that writes fail while a message is held, and for five seconds after its sender left", async () => {
  const clock = createVirtualClock(MINUTE_MS);
  const holdOpen = createHoldOpen({ clock, logger });
  const found: unknown[] = [holdOpen.findTrouble()];
  let tries = 0;
  const held = holdOpen.run(
    async () => {
      if (++tries > 1) found.push(holdOpen.findTrouble());
      throw away();
    },
    () => tries > 1,
  );
  await expect(held).rejects.toThrow("the sender left");
  found.push(holdOpen.findTrouble());
  clock.advance(5_000);
  expect([...found, holdOpen.findTrouble()]).toEqual([undefined, "writes-fail", "writes-fail", undefined]);
});

test("finds no trouble once a held message is stored", async () => {
  const holdOpen = createHoldOpen({ clock: createVirtualClock(MINUTE_MS), logger });
  let tries = 0;
  await holdOpen.run(async () => {
    if (++tries < 3) throw away();
  }, stays);
  expect(holdOpen.findTrouble()).toBeUndefined();
});

test("finds intake stalled when a message waits for more than three seconds and none is stored", async () => {
  const clock = createVirtualClock(MINUTE_MS);
  const holdOpen = createHoldOpen({ clock, logger });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = holdOpen.run(() => promise, stays);
  clock.advance(3_000);
  expect(holdOpen.findTrouble()).toBeUndefined();
  clock.advance(1);
  expect(holdOpen.findTrouble()).toBe("stalled");
  await holdOpen.run(async () => undefined, stays);
  expect(holdOpen.findTrouble()).toBeUndefined();
  resolve();
  await waiting;
});

import { ProtocolError } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { createStorageRetry } from "./storage-retry.ts";

const logger = createLogger({ logLevel: "silent" });
const away = () => Object.assign(new Error("storage is away"), { code: "ECONNREFUSED" });
const stays = () => false;
const MINUTE_MS = 60_000;

test("retries a message for five minutes while storage is unavailable and gives up within the sixth", async () => {
  const clock = createVirtualClock(0);
  const message = createStorageRetry({ clock, logger }).run(async () => {
    clock.advance(1.5 * MINUTE_MS);
    throw away();
  }, stays);
  await expect(message).rejects.toThrow("storage is away");
  expect(clock.now()).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(clock.now()).toBeLessThanOrEqual(7.5 * MINUTE_MS);
});

test("retries until storage is available", async () => {
  let tries = 0;
  await createStorageRetry({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    if (tries < 3) throw away();
  }, stays);
  expect(tries).toBe(3);
});

test("does not retry what the gateway itself did wrong", async () => {
  let tries = 0;
  const refused = createStorageRetry({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    throw new ProtocolError("malformed");
  }, stays);
  await expect(refused).rejects.toThrow("malformed");
  expect(tries).toBe(1);
});

test("does not retry what storage will never accept", async () => {
  let tries = 0;
  const refused = createStorageRetry({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    throw Object.assign(new Error("unsupported Unicode escape sequence"), { code: "22P05" });
  }, stays);
  await expect(refused).rejects.toThrow("unsupported");
  expect(tries).toBe(1);
});

test("gives up a message when its sender disconnected", async () => {
  let tries = 0;
  const message = createStorageRetry({ clock: createVirtualClock(0), logger }).run(
    async () => {
      tries++;
      throw away();
    },
    () => tries > 0,
  );
  await expect(message).rejects.toThrow("the sender left");
  expect(tries).toBe(1);
});

test("logs an outage once, whatever the number of messages and retries", async () => {
  const logged: string[] = [];
  const listening = createLogger({ logLevel: "silent" });
  listening.warn = ((_: unknown, text: string) => void logged.push(text)) as unknown as typeof listening.warn;
  listening.info = ((text: string) => void logged.push(text)) as unknown as typeof listening.info;
  const storageRetry = createStorageRetry({ clock: createVirtualClock(0), logger: listening });
  const wait = () => {
    let tries = 0;
    return storageRetry.run(async () => {
      tries++;
      if (tries < 3) throw away();
    }, stays);
  };
  await Promise.all([wait(), wait(), wait()]);
  expect(logged).toEqual(["reports cannot be stored for now", "reports are stored again"]);
});

test("reports failing writes while a message waits, and for five seconds after its sender disconnected", async () => {
  const clock = createVirtualClock(MINUTE_MS);
  const storageRetry = createStorageRetry({ clock, logger });
  const found: unknown[] = [storageRetry.findTrouble()];
  let tries = 0;
  const message = storageRetry.run(
    async () => {
      if (++tries > 1) found.push(storageRetry.findTrouble());
      throw away();
    },
    () => tries > 1,
  );
  await expect(message).rejects.toThrow("the sender left");
  found.push(storageRetry.findTrouble());
  clock.advance(5_000);
  expect([...found, storageRetry.findTrouble()]).toEqual([
    undefined,
    "writes-fail",
    "writes-fail",
    undefined,
  ]);
});

test("reports no failure once a waiting message is stored", async () => {
  const storageRetry = createStorageRetry({ clock: createVirtualClock(MINUTE_MS), logger });
  let tries = 0;
  await storageRetry.run(async () => {
    if (++tries < 3) throw away();
  }, stays);
  expect(storageRetry.findTrouble()).toBeUndefined();
});

test("reports stalled intake when a message waits for more than five seconds and none is stored", async () => {
  const clock = createVirtualClock(MINUTE_MS);
  const storageRetry = createStorageRetry({ clock, logger });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = storageRetry.run(() => promise, stays);
  clock.advance(5_000);
  expect(storageRetry.findTrouble()).toBeUndefined();
  clock.advance(1);
  expect(storageRetry.findTrouble()).toBe("stalled");
  await storageRetry.run(async () => undefined, stays);
  expect(storageRetry.findTrouble()).toBeUndefined();
  resolve();
  await waiting;
});

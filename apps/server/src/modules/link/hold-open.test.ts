import { ProtocolError } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../infra/clock.ts";
import { createLogger } from "../../infra/logger.ts";
import { createHoldOpen } from "./hold-open.ts";

const logger = createLogger({ logLevel: "silent" });
const MINUTE_MS = 60_000;

test("holds a message for five minutes while storage is away and gives up within the sixth", async () => {
  const clock = createVirtualClock(0);
  const held = createHoldOpen({ clock, logger }).run(async () => {
    clock.advance(1.5 * MINUTE_MS);
    throw new Error("storage is away");
  });
  await expect(held).rejects.toThrow("storage is away");
  expect(clock.now()).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(clock.now()).toBeLessThanOrEqual(7.5 * MINUTE_MS);
});

test("tries again until storage is back", async () => {
  let tries = 0;
  await createHoldOpen({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    if (tries < 3) throw new Error("storage is away");
  });
  expect(tries).toBe(3);
});

test("does not try again what the gateway itself did wrong", async () => {
  let tries = 0;
  const refused = createHoldOpen({ clock: createVirtualClock(0), logger }).run(async () => {
    tries++;
    throw new ProtocolError("malformed");
  });
  await expect(refused).rejects.toThrow("malformed");
  expect(tries).toBe(1);
});

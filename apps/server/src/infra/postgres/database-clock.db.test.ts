import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../test/engines.ts";
import { openTestEngines } from "../../../test/engines.ts";
import { createLogger } from "../logger.ts";
import { createDatabaseClock } from "./database-clock.ts";

const HOUR_MS = 3_600_000;
const logger = createLogger({ logLevel: "silent" });

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

test.each([-HOUR_MS, HOUR_MS])(
  "has the time of the database on a machine whose clock is wrong by %i ms, until that agrees again",
  async (wrongByMs) => {
    let offsetMs = wrongByMs;
    let last = 0;
    const machine = {
      now() {
        last = Date.now() + offsetMs;
        return last;
      },
    };
    const clock = createDatabaseClock({ db: engines.db, clock: machine, logger });
    expect(clock.now()).toBe(last);
    await clock.synchronize();
    // Test and database are on one machine.
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(HOUR_MS / 10);
    offsetMs = Math.sign(wrongByMs) * 200;
    await clock.synchronize();
    expect(clock.now()).toBe(last);
  },
);

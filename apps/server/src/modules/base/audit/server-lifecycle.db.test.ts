import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createServerLifecycleLog } from "./server-lifecycle.ts";

let engines: TestEngines;
const logger = pino({ level: "silent" });

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

async function listRows() {
  const { rows } = await sql<{ type: string }>`
    select kind, type, actor_id as "actorId", new, method from audit where type like 'server.%' order by at`.execute(
    engines.db,
  );
  return rows;
}

test("writes start and stop of the server to the system log, by the platform [R3.14]", async () => {
  const life = createServerLifecycleLog({ db: engines.db, logger, roles: ["link", "api"] });
  life.start();
  await life.stop();
  const row = { kind: "system", actorId: null, new: { roles: ["api", "link"] } };
  expect(await listRows()).toEqual([
    { ...row, type: "server.start", method: "start" },
    { ...row, type: "server.stop", method: "" },
  ]);
});

test("delays neither start nor stop when the database is unavailable", async () => {
  const life = createServerLifecycleLog({ db: engines.db, logger, roles: ["api"] });
  await engines.db.transaction().execute(async (trx) => {
    await sql`lock table audit in access exclusive mode`.execute(trx);
    life.start();
    // Would wait for ever if it waited for the log.
    await life.stop();
  });
  await expect.poll(async () => (await listRows()).length).toBe(4);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { refuseWrites } from "../../../../test/refuse-writes.ts";
import { systemClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createRefusalCounts } from "./refusal-counts.service.ts";

test("keeps counts that could not be stored, and stores them with later ones", async () => {
  const { db, close } = await openOwnDatabase();
  const logger = createLogger({ logLevel: "silent" });
  const refusals = createRefusalCounts({ db, clock: systemClock, logger });
  const endRefusal = await refuseWrites(db, "refusal_counts");
  refusals.count("none", "GET /nowhere");
  refusals.count("none", "GET /nowhere");
  await expect(refusals.flush()).rejects.toThrow("refused");
  await endRefusal();
  refusals.count("none", "GET /nowhere");
  await refusals.flush();
  const { rows } =
    await sql`select actor, endpoint, sum(total)::int as total from refusal_counts group by 1, 2`.execute(db);
  expect(rows).toEqual([{ actor: "none", endpoint: "GET /nowhere", total: 3 }]);
  await close();
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { LINK_BREAK_MS, saveBeat } from "./link-activity.repository.ts";

let engines: TestEngines;
beforeAll(async () => {
  // The row is of the whole server.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

const START = Date.parse("2026-06-21T11:00:00Z");
const beat = (afterMs: number) => saveBeat(engines.db, new Date(START + afterMs));

/** When the link is up since, and when it said so last: ms after the start. */
async function read(): Promise<number[]> {
  const { rows } = await sql<{ upSince: Date; beatAt: Date }>`
    select up_since as "upSince", beat_at as "beatAt" from link_activity`.execute(engines.db);
  return rows.flatMap(({ upSince, beatAt }) => [upSince.getTime() - START, beatAt.getTime() - START]);
}

test("the link is up since its first sign after a break, whichever of its processes gives one", async () => {
  await beat(0);
  expect(await read()).toEqual([0, 0]);
  await beat(5_000);
  await beat(LINK_BREAK_MS + 5_000);
  expect(await read()).toEqual([0, LINK_BREAK_MS + 5_000]);
  // Of a process whose clock is behind.
  await beat(LINK_BREAK_MS);
  expect(await read()).toEqual([0, LINK_BREAK_MS + 5_000]);
  const after = 3 * LINK_BREAK_MS;
  await beat(after);
  expect(await read()).toEqual([after, after]);
});

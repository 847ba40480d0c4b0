import { setTimeout as wait } from "node:timers/promises";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { FIRST_DIRECT_KEY } from "./module-reports.ts";
import { startCpuClock } from "./tree-cpu.ts";

/** What the roll-up job has still to compute. */
export interface Backlog {
  /** Windows of 15 minutes of a plant that are marked. */
  readonly windows: number;
  /** How long the oldest of them has been waiting; 0 without any. */
  readonly behindSeconds: number;
}

const POLL_MS = 250;
// Only ends a wait for roll-ups that never finish.
const TIMEOUT_MS = 15 * 60_000;
/** Share of one core below which a server without load counts as quiet. */
const QUIET_CORES = 0.1;

export async function readBacklog(child: LinkChild): Promise<Backlog> {
  const [backlog] = await child.ask<Backlog[]>({
    ask: "queryPostgres",
    sql: `select count(*)::float8 as windows,
      coalesce(extract(epoch from clock_timestamp() - min(pending_since)), 0)::float8 as "behindSeconds"
      from rollup_marks`,
  });
  if (!backlog) throw new Error("the marks of roll-ups cannot be read");
  return backlog;
}

/**
 * Resolves when no window is marked: a mark is made before the acknowledgement and deleted after its window is stored.
 * Each check costs the server well below a millisecond.
 */
export async function waitForRollUps(child: LinkChild): Promise<void> {
  const endsAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { windows } = await readBacklog(child);
    if (windows === 0) return;
    if (performance.now() > endsAt) throw new Error(`${windows} windows are still not rolled up`);
    await wait(POLL_MS);
  }
}

/** Resolves when no roll-up is pending and the server has been nearly without work for a second. */
export async function waitForQuiet(child: LinkChild): Promise<void> {
  const endsAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    await waitForRollUps(child);
    const readClock = startCpuClock(child.pid);
    await wait(1_000);
    const { seconds, cpuSeconds } = readClock();
    if (cpuSeconds / seconds < QUIET_CORES) return;
    if (performance.now() > endsAt) throw new Error("the server without load does not become quiet");
  }
}

/** Throws unless this many samples of gateways are stored and counted in roll-up windows. */
export async function checkStored(child: LinkChild, samples: number): Promise<void> {
  const [counts] = await child.ask<{ stored: string; rolledUp: string }[]>({
    ask: "query",
    sql: `select (select count() from samples final where plant < {end:UInt32}) as stored,
      (select sum(sample_count) from unit_windows final where plant < {end:UInt32} and origin = 'rollup') as rolledUp`,
    params: { end: FIRST_DIRECT_KEY },
  });
  if (Number(counts?.stored) !== samples || Number(counts?.rolledUp) !== samples)
    throw new Error(`of ${samples} samples ${counts?.stored} are stored, ${counts?.rolledUp} rolled up`);
}

import { setTimeout as wait } from "node:timers/promises";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { QUIET_SECONDS, readAtQuiet } from "./quiet.ts";
import type { CpuTime } from "./tree-cpu.ts";
import { startCpuClock } from "./tree-cpu.ts";

/** What the roll-up job has still to compute. */
export interface Backlog {
  /** Windows of 15 minutes of a plant that are marked. */
  readonly windows: number;
  /** How long the oldest of them has been waiting; 0 without any. */
  readonly behindSeconds: number;
}

/** Time and CPU of the server since a load began, read when a stage of its work was done. */
export interface LoadCpu {
  /** The last report was acknowledged. */
  readonly acknowledged: CpuTime;
  /** No roll-up was pending. */
  readonly rolledUp: CpuTime;
  /** Work in the background, such as merging, was over as well. */
  readonly quiet: CpuTime;
}

const POLL_MS = 250;
// Only ends a wait for roll-ups that never finish.
const TIMEOUT_MS = 15 * 60_000;

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
  do {
    await waitForRollUps(child);
    await readAtQuiet(startCpuClock(child.pid), 1);
  } while ((await readBacklog(child)).windows > 0);
}

/** Waits after a load for the roll-ups, then for the work in the background. */
export async function readUntilQuiet(
  child: LinkChild,
  readClock: () => CpuTime,
): Promise<Omit<LoadCpu, "acknowledged">> {
  await waitForRollUps(child);
  const rolledUp = readClock();
  return { rolledUp, quiet: await readAtQuiet(readClock, QUIET_SECONDS) };
}

/** Throws unless the plants of these gateways have this many samples stored and counted in roll-up windows. */
export async function checkStored(
  child: LinkChild,
  gateways: readonly TestGateway[],
  samples: number,
): Promise<void> {
  const [counts] = await child.ask<{ stored: string; rolledUp: string }[]>({
    ask: "query",
    sql: `select (select count() from samples final where plant in {plants:Array(UInt32)}) as stored,
      (select sum(sample_count) from unit_windows final
        where plant in {plants:Array(UInt32)} and origin = 'rollup') as rolledUp`,
    params: { plants: gateways.flatMap(({ plant }) => plant?.key ?? []) },
  });
  if (Number(counts?.stored) !== samples || Number(counts?.rolledUp) !== samples)
    throw new Error(`of ${samples} samples ${counts?.stored} are stored, ${counts?.rolledUp} rolled up`);
}

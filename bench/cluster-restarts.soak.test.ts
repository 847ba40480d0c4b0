import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster, Role } from "../apps/server/test/cluster.ts";
import { canStartCluster, startCluster } from "../apps/server/test/cluster.ts";
import { startClusterLoad } from "./cluster-load.ts";

const load = { gateways: 20, modules: 20, intervalMs: 5_000, browsers: 20 };
/** Nothing lost of what was acknowledged, nothing stored or counted twice. */
const intact = { missing: 0, doubled: 0, invented: 0, countedTwice: 0, uncounted: 0 };
const KEEP_ALIVE_MS = 60_000;
const RECOVERY_MS = 10_000;

let cluster: Cluster;
beforeAll(async () => {
  if (canStartCluster)
    cluster = await startCluster({ api: 2, link: 2, jobs: 2, nats: 3 }, { DRAIN_SECONDS: "60" });
}, 600_000);
afterAll(async () => void (await cluster?.stop()), 120_000);

const processes: readonly (readonly [Role, number])[] = [
  ["api", 0],
  ["link", 0],
  ["jobs", 0],
  ["api", 1],
  ["link", 1],
  ["jobs", 1],
];

test.runIf(canStartCluster)(
  "a restart of every process in turn fails no request and loses no report (needs PostgreSQL and nats-server)",
  async () => {
    const running = await startClusterLoad(cluster, load);
    await running.waitForGateways();
    for (const [role, index] of processes) {
      await cluster.restart(role, index, "SIGTERM");
      await running.waitForGateways();
    }
    const outcome = await running.stop();
    console.log("rolling restart", outcome, { requests: running.servedAt.length, gapsMs: running.gapsMs });
    expect(running.failures).toEqual([]);
    expect(outcome).toMatchObject(intact);
    // Gateways that kept reporting, and browsers that kept reading.
    expect(outcome.acknowledged).toBeGreaterThan(load.gateways * processes.length);
    expect(running.servedAt.length).toBeGreaterThan(load.browsers * processes.length);
  },
);

test.runIf(canStartCluster)(
  "a kill of one process of each kind loses nothing acknowledged; browsers and gateways are soon back (needs PostgreSQL and nats-server)",
  async () => {
    const running = await startClusterLoad(cluster, load);
    await running.waitForGateways();
    const recoveriesMs: Record<string, { gateways: number; browsers: number }> = {};
    const kill = async (kind: string, end: () => Promise<unknown>) => {
      const before = running.gapsMs.length;
      const ending = end();
      const gateways = await running.waitForGateways();
      await ending;
      recoveriesMs[kind] = { gateways, browsers: Math.max(0, ...running.gapsMs.slice(before)) };
    };
    await kill("nats", async () => {
      await cluster.nats[0]?.kill();
      await cluster.nats[0]?.start();
    });
    for (const role of ["api", "link", "jobs"] as const)
      await kill(role, () => cluster.restart(role, 0, "SIGKILL"));
    const outcome = await running.stop();
    console.log("kills", outcome, recoveriesMs, { failed: running.failures.length });
    expect(outcome).toMatchObject(intact);
    for (const { gateways, browsers } of Object.values(recoveriesMs)) {
      expect(gateways).toBeLessThan(KEEP_ALIVE_MS);
      expect(browsers).toBeLessThan(RECOVERY_MS);
    }
    // Some browsers had their event stream at the killed process.
    expect(recoveriesMs.api?.browsers).toBeGreaterThan(0);
    // Only the requests that the killed process had, or received until the balancer noticed.
    expect(running.failures.length).toBeLessThan(running.servedAt.length / 10);
  },
);

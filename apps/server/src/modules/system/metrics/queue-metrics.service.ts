import type { Metrics } from "../../../infra/metrics.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { countGateways, countJobs, countPendingReports, readRollUpQueue } from "./queues.repository.ts";

/** What waits in the installation, and its gateways. */
export interface Queues {
  readonly rollUpWindows: number;
  readonly rollUpLagS: number;
  readonly pendingReports: number;
  readonly jobsQueued: number;
  readonly jobsRunning: number;
  readonly gatewaysOnline: number;
  readonly gatewaysOffline: number;
}

export async function readQueues(db: Db): Promise<Queues> {
  const [rollUps, pending, jobs, gateways] = await Promise.all([
    readRollUpQueue(db),
    countPendingReports(db),
    countJobs(db),
    countGateways(db),
  ]);
  const totalOf = (rows: typeof jobs, name: string) => rows.find((row) => row.name === name)?.total ?? 0;
  return {
    rollUpWindows: rollUps.windows,
    rollUpLagS: rollUps.lagS,
    pendingReports: pending.reduce((sum, { total }) => sum + total, 0),
    jobsQueued: totalOf(jobs, "queued"),
    jobsRunning: totalOf(jobs, "running"),
    gatewaysOnline: totalOf(gateways, "online"),
    gatewaysOffline: totalOf(gateways, "offline"),
  };
}

/** Adds the queues of the installation. All processes with the role `jobs` have the same values. */
export function addQueueMetrics(metrics: Metrics, db: Db): void {
  metrics.addGauge(
    { name: "heliograph_rollup_windows", help: "Windows of 15 minutes that wait for their roll-up." },
    async () => [{ value: (await readRollUpQueue(db)).windows }],
  );
  metrics.addGauge(
    { name: "heliograph_rollup_lag_seconds", help: "How long the oldest of these windows has waited." },
    async () => [{ value: (await readRollUpQueue(db)).lagS }],
  );
  const counted = [
    [
      "heliograph_pending_reports",
      "Acknowledged reports that wait, such as for the birth of their gateway.",
      "reason",
      countPendingReports,
    ],
    ["heliograph_jobs", "Background jobs of accounts that have not finished.", "state", countJobs],
    ["heliograph_gateways", "Gateways by their connection.", "state", countGateways],
  ] as const;
  for (const [name, help, label, count] of counted)
    metrics.addGauge({ name, help }, async () =>
      (await count(db)).map((row) => ({ labels: { [label]: row.name }, value: row.total })),
    );
}

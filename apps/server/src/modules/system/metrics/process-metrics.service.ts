import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "../../../infra/metrics.ts";
import type { HealthService } from "../health/health.service.ts";

const NS_PER_S = 1e9;
const MS_PER_S = 1_000;

/** Adds the metrics of this process and the readiness of its parts; `stop` ends the measurement. */
export function addProcessMetrics(
  metrics: Metrics,
  { health, roles }: { health: Pick<HealthService, "check">; roles: ReadonlySet<string> },
): { stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const startedAt = Date.now() / MS_PER_S - process.uptime();
  metrics.addGauge(
    { name: "process_start_time_seconds", help: "Start of the process, in Unix time." },
    () => [{ value: startedAt }],
  );
  metrics.addGauge({ name: "process_resident_memory_bytes", help: "Resident memory." }, () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.addGauge({ name: "nodejs_heap_size_used_bytes", help: "Used heap of JavaScript." }, () => [
    { value: process.memoryUsage().heapUsed },
  ]);
  metrics.addGauge(
    {
      name: "nodejs_eventloop_lag_p99_seconds",
      help: "99th percentile of the delay of the event loop since the last scrape.",
    },
    () => {
      const value = delays.percentile(99) / NS_PER_S;
      delays.reset();
      return [{ value }];
    },
  );
  metrics.addGauge({ name: "heliograph_role", help: "1 for each role of this process." }, () =>
    [...roles].map((role) => ({ labels: { role }, value: 1 })),
  );
  metrics.addGauge(
    { name: "heliograph_ready", help: "1 while this process is ready, as GET /api/health/ready says." },
    async () => [{ value: Number((await health.check()).isReady) }],
  );
  metrics.addGauge(
    { name: "heliograph_part_up", help: "1 while the part works, such as an engine." },
    async () =>
      Object.entries((await health.check()).parts).map(([part, { isOk }]) => ({
        labels: { part },
        value: Number(isOk),
      })),
  );
  return { stop: () => delays.disable() };
}

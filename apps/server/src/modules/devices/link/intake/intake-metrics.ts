import type { Metrics } from "../../../../infra/metrics.ts";
import { createMetrics } from "../../../../infra/metrics.ts";
import type { ReportKind } from "./pending-reports.repository.ts";

/** Counts reports and connections of this process. Without monitoring the counts are not served. */
export function createIntakeMetrics(monitored: Metrics | undefined, countGateways: () => number) {
  const metrics = monitored ?? createMetrics();
  const received = metrics.addCounter({
    name: "heliograph_reports_received_total",
    help: "Reports of gateways that arrived, repeated ones included.",
  });
  const stored = metrics.addCounter({
    name: "heliograph_reports_stored_total",
    help: "Reports that were stored with their samples, also those that were pending before.",
  });
  const rejected = metrics.addCounter({
    name: "heliograph_reports_rejected_total",
    help: "Reports, or rows of them, that were rejected, by the reason of the protocol.",
  });
  metrics.addGauge(
    { name: "heliograph_connected_gateways", help: "Gateways that are connected to this process." },
    () => [{ value: countGateways() }],
  );
  return {
    countReceived: (kind: ReportKind) => received.increment({ kind }),
    countStored: (kind: ReportKind) => stored.increment({ kind }),
    countRejected: (reason: string) => rejected.increment({ reason }),
  };
}

export type IntakeMetrics = ReturnType<typeof createIntakeMetrics>;

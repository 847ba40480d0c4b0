import { setTimeout as wait } from "node:timers/promises";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { LinkChild } from "../apps/server/test/link-child.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import type { ConnectedGateways } from "./gateways.ts";
import { openGateways } from "./gateways.ts";
import type { ReportPlace, ReportShape } from "./module-reports.ts";
import { createReport } from "./module-reports.ts";
import type { DueReport } from "./pace.ts";
import { listDueReports } from "./pace.ts";
import { memoryOf } from "./processes.ts";
import type { Backlog, LoadCpu } from "./roll-ups.ts";
import { checkStored, readBacklog, readUntilQuiet, waitForQuiet } from "./roll-ups.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Reports at the pace of real gateways: one each in every interval, sent when they are due, however long earlier ones wait
// for their acknowledgement.

export interface PacedOptions {
  readonly gateways: number;
  readonly seconds: number;
  /** Its interval is the time between two reports of a gateway. */
  readonly shape: ReportShape;
}

export interface PacedOutcome {
  /** From the time a report was due, which is the time it gives for its samples, to its acknowledgement. */
  readonly agesMs: readonly number[];
  /** How late the load generator sent a report: too long, and the ages are its own. */
  readonly latenessMs: readonly number[];
}

export interface PacedRun extends PacedOutcome {
  readonly samples: number;
  readonly cpu: LoadCpu;
  /** Roll-ups to be computed at the last acknowledgement. */
  readonly backlog: Backlog;
  /** Of all processes at the last acknowledgement. */
  readonly memoryBytes: number;
}

/** Sends one report; resolves when it is acknowledged. */
export type SendReport = (place: ReportPlace) => Promise<void>;

/** Sends every report when it is due; resolves when the last one is acknowledged, rejects when one fails. */
export async function sendPaced(due: readonly DueReport[], send: SendReport): Promise<PacedOutcome> {
  const agesMs: number[] = [];
  const latenessMs: number[] = [];
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Awaited below; a failure in between must not be an unhandled rejection.
  failed.catch(() => undefined);
  const acknowledged: Promise<void>[] = [];
  const startedAt = performance.now();
  const startedAtMs = Date.now();
  const elapsedMs = () => performance.now() - startedAt;
  for (const { gateway, turn, dueMs } of due) {
    // No timer is shorter than 1 ms: what is due already is sent without one, also more than 1,000 reports a second.
    const waitMs = dueMs - elapsedMs();
    if (waitMs > 0) await Promise.race([wait(waitMs), failed]);
    latenessMs.push(elapsedMs() - dueMs);
    const sent = send({ gateway, turn, atMs: Math.round(startedAtMs + dueMs) });
    acknowledged.push(sent.then(() => void agesMs.push(elapsedMs() - dueMs), reject));
  }
  await Promise.race([Promise.all(acknowledged), failed]);
  return { agesMs, latenessMs };
}

/** Sends reports over MQTT, QoS 1, each under the packet id of its turn. */
export function createSender(
  { connections }: ConnectedGateways,
  registered: readonly TestGateway[],
  shape: ReportShape,
): SendReport {
  const lost = connections.map(async ({ closed }): Promise<never> => {
    await closed;
    throw new Error("a connection was closed");
  });
  for (const loss of lost) loss.catch(() => undefined);
  const waiting = connections.map((connection) => {
    const resolves = new Map<number, () => void>();
    connection.onAcknowledged((packetId) => resolves.get(packetId)?.());
    return resolves;
  });
  return async (place) => {
    const { gateway, turn } = place;
    const acknowledged = new Promise<void>((resolve) => waiting[gateway]?.set(turn + 1, resolve));
    const topic = topicOf.upData(registered[gateway]?.sn ?? "");
    connections[gateway]?.send(encodePublish(topic, encodeJson(createReport(place, shape)), turn + 1));
    await Promise.race([acknowledged, lost[gateway]]);
  };
}

/** Registers gateways, sends their reports and checks that all samples are stored and rolled up. */
export async function runPaced(child: LinkChild, options: PacedOptions): Promise<PacedRun> {
  const { gateways: count, seconds, shape } = options;
  const registered = await child.ask<TestGateway[]>({ ask: "gateways", count });
  const due = listDueReports({ gateways: count, intervalS: shape.intervalS, seconds });
  const samples = due.length * shape.modules;
  const gateways = await openGateways(child, registered, shape.modules);
  await waitForQuiet(child);

  const readClock = startCpuClock(child.pid);
  const outcome = await sendPaced(due, createSender(gateways, registered, shape));
  const acknowledged = readClock();
  const backlog = await readBacklog(child);
  const memoryBytes = memoryOf(listTree(child.pid));
  const cpu = { acknowledged, ...(await readUntilQuiet(child, readClock)) };
  gateways.checkConnected();
  gateways.end();
  await checkStored(child, registered, samples);
  return { ...outcome, samples, cpu, backlog, memoryBytes };
}

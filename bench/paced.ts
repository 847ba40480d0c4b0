import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import { startLinkChild } from "../apps/server/test/link-child.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import type { ConnectedGateways } from "./gateways.ts";
import { openGateways } from "./gateways.ts";
import { createReport } from "./module-reports.ts";
import { readCount } from "./options.ts";
import type { DueReport } from "./pace.ts";
import { listDueReports } from "./pace.ts";
import { memoryOf } from "./processes.ts";
import { percentile, report } from "./report.ts";
import { checkStored, readBacklog, waitForQuiet, waitForRollUps } from "./roll-ups.ts";
import { startCpuClock } from "./tree-cpu.ts";

// What reports cost at the pace of real gateways: one each in every interval, at times of its own. They are sent when they
// are due, however long earlier ones wait for their acknowledgement. `--gateways=20 --seconds=10` for a short run.

const GATEWAYS = readCount("gateways", 200);
const INTERVAL_S = readCount("interval", 10);
const SECONDS = readCount("seconds", 60);
const SHAPE = { modules: readCount("modules", 100), intervalS: INTERVAL_S };

interface Outcome {
  /** From the time a report was due, which is the time it gives for its samples, to its acknowledgement. */
  readonly agesMs: readonly number[];
  /** How late the load generator sent a report: too long, and the ages are its own. */
  readonly latenessMs: readonly number[];
}

/** Sends every report when it is due; resolves when the last one is acknowledged. */
async function sendPaced(
  { connections }: ConnectedGateways,
  registered: readonly TestGateway[],
  due: readonly DueReport[],
): Promise<Outcome> {
  const agesMs: number[] = [];
  const latenessMs: number[] = [];
  const { promise: allAcknowledged, resolve, reject } = Promise.withResolvers<void>();
  const dueMsByGateway = Map.groupBy(due, ({ gateway }) => gateway);
  const startedAt = performance.now();
  const startedAtMs = Date.now();
  const elapsedMs = () => performance.now() - startedAt;
  for (const [gateway, connection] of connections.entries()) {
    connection.closed.then(() => reject(new Error("a connection was closed")), reject);
    connection.onAcknowledged((packetId) => {
      const dueMs = dueMsByGateway.get(gateway)?.[packetId - 1]?.dueMs ?? Number.NaN;
      agesMs.push(elapsedMs() - dueMs);
      if (agesMs.length === due.length) resolve();
    });
  }
  // Awaited after the last report is sent; a connection lost before then must not be an unhandled rejection.
  allAcknowledged.catch(() => undefined);
  for (const { gateway, turn, dueMs } of due) {
    await wait(Math.max(0, dueMs - elapsedMs()));
    latenessMs.push(elapsedMs() - dueMs);
    const body = createReport({ gateway, turn, atMs: Math.round(startedAtMs + dueMs) }, SHAPE);
    const topic = topicOf.upData(registered[gateway]?.sn ?? "");
    connections[gateway]?.send(encodePublish(topic, encodeJson(body), turn + 1));
  }
  await allAcknowledged;
  return { agesMs, latenessMs };
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-paced-"));
const child = await startLinkChild({ dataFolder: join(folder, "data") });
try {
  const registered = await child.ask<TestGateway[]>({ ask: "gateways", count: GATEWAYS });
  const due = listDueReports({ gateways: GATEWAYS, intervalS: INTERVAL_S, seconds: SECONDS });
  const total = due.length * SHAPE.modules;
  const gateways = await openGateways(child, registered, SHAPE.modules);
  await waitForQuiet(child);

  const readClock = startCpuClock(child.pid);
  const { agesMs, latenessMs } = await sendPaced(gateways, registered, due);
  const acknowledged = readClock();
  const backlog = await readBacklog(child);
  const memory = memoryOf(listTree(child.pid));
  await waitForRollUps(child);
  const rolledUp = readClock();
  gateways.checkConnected();
  gateways.end();
  await checkStored(child, total);

  await report({
    name: "paced",
    rows: [
      {
        what: "samples per CPU second, to the end of roll-ups",
        value: total / rolledUp.cpuSeconds,
        unit: "/s",
        remark: `${GATEWAYS} gateways × ${SHAPE.modules} modules, a report every ${INTERVAL_S} s each, ${SECONDS} s`,
      },
      {
        what: "samples per CPU second, to the last acknowledgement",
        value: total / acknowledged.cpuSeconds,
        unit: "/s",
      },
      { what: "samples acknowledged", value: total / acknowledged.seconds, unit: "/s" },
      {
        what: "server CPU to the last acknowledgement",
        value: acknowledged.cpuSeconds / acknowledged.seconds,
        unit: "cores",
        remark: "whole process tree",
      },
      { what: "age of a report when acknowledged, p50", value: percentile(agesMs, 0.5), unit: "ms" },
      { what: "age of a report when acknowledged, p99", value: percentile(agesMs, 0.99), unit: "ms" },
      {
        what: "sent later than due, p99",
        value: percentile(latenessMs, 0.99),
        unit: "ms",
        remark: "by the load generator; part of the age",
      },
      {
        what: "roll-ups behind at the last acknowledgement",
        value: backlog.behindSeconds,
        unit: "s",
        goal: "≤ 60",
        remark: `oldest of ${backlog.windows} plant windows to be computed`,
      },
      {
        what: "roll-ups done after the last acknowledgement",
        value: rolledUp.seconds - acknowledged.seconds,
        unit: "s",
      },
      {
        what: "memory of all processes at the last acknowledgement",
        value: memory / 2 ** 20,
        unit: "MiB",
      },
    ],
  });
} finally {
  await child.stop();
  await rm(folder, { recursive: true, force: true });
}
